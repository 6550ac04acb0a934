import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { findMessages, type MessageRow } from '#store/messages.ts'
import { readableMessages } from './readable-messages.ts'

/** A message that the caller may read; refuses all others alike, so that nobody learns which exist. */
export async function findMessage(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
): Promise<MessageRow> {
  const [message] = await readableMessages(db, directory, caller, await findMessages(db, [id]))
  if (!message) throw badRequest('Invalid message(s)')
  return message
}
