import type { UserRecord } from '#directory/records.ts'
import type { Db } from '#store/db.ts'
import { newestReceived } from '#store/subscription-spans.ts'

/** The id of the newest message that a user received; -1 when there is none. */
export async function newestReceivedMessage(db: Db, user: UserRecord): Promise<number> {
  const newest = await newestReceived(db, user.id)
  return newest === 0 ? -1 : newest
}
