import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { foresee, type Foreseen } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { findMessages, foreseenMessages, messageById } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'
import { readableMessages } from './visibility.ts'

/** Returns a message that a user may read. Throws the same Refusal for an unknown one and for a hidden one. */
export async function requireMessage(
  from: Db | Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  id: number,
): Promise<MessageRow> {
  const inTransaction = 'batch' in from
  const db = inTransaction ? from.db : from
  const found = await (inTransaction ? foreseenMessages(from, [id]) : findMessages(db, [id]))
  const [row] = await readableMessages(db, directory, user, found)
  if (!row) throw badRequest('Invalid message(s)')
  return row
}

/** Facts that a body will look up if it finds messages by their ids. */
export const foreseeFinding = (ids: readonly number[]): Foreseen[] =>
  ids.length > mostForeseen ? [] : ids.map((id) => foresee(messageById, id))

/** More messages than this are read by their own call. */
const mostForeseen = 100
