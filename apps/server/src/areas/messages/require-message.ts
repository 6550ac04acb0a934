import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { findMessages, type MessageRow } from '#store/messages.ts'
import { readableMessages } from './readable-messages.ts'

/** A message that a user may read. Throws the same Refusal for one that does not exist and one that they may not read. */
export async function requireMessage(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  id: number,
): Promise<MessageRow> {
  const [row] = await readableMessages(db, directory, user, await findMessages(db, [id]))
  if (!row) throw badRequest('Invalid message(s)')
  return row
}
