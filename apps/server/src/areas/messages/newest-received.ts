import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Db } from '#store/db.ts'
import { newestReceived } from '#store/messages.ts'

const known = new WeakMap<UserRecord, { position: number; id: number }>()

/**
 * The id of the newest message that a user received; -1 when there is none. Asked of the database once for each
 * position of the organization's log, because nothing can have come without the log growing.
 */
export async function newestReceivedMessage(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
): Promise<number> {
  const { position } = directory
  const last = known.get(user)
  if (last?.position === position) return last.id
  const id = await newestReceived(db, user.id)
  known.set(user, { position, id })
  return id
}
