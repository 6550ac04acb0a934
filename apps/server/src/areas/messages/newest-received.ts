import type { UserRecord } from '#directory/records.ts'
import type { Db } from '#store/db.ts'
import { messagesBeside, receivedBy } from '#store/messages.ts'

/** The id of the newest message that a user received; -1 when there is none. */
export async function newestReceivedMessage(db: Db, user: UserRecord): Promise<number> {
  const [newest] = await messagesBeside(db, user.organizationId, [receivedBy(user.id)], {
    direction: 'before',
    id: Number.MAX_SAFE_INTEGER,
    inclusive: true,
    limit: 1,
  })
  return newest?.id ?? -1
}
