import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { findMessages } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'
import { readableMessages } from './visibility.ts'

/** Returns a message that a user may read. Throws the same Refusal for an unknown one and for a hidden one. */
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
