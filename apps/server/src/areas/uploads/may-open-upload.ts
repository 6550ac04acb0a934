import { readableMessages } from '#areas/messages/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { type AttachmentRow, messagesLinking } from '#store/messages/attachments.ts'
import { findMessages } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'

/** Messages that are looked at in search of one that gives access, newest first. */
const mostMessages = 500

/**
 * Whether somebody may open an upload: who uploaded it, and who can read a message that links it. For people without an
 * account that is one in a web-public channel.
 */
export async function mayOpenUpload(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  attachment: AttachmentRow,
): Promise<boolean> {
  if (attachment.owner_id === user.id) return true
  const linking = (await messagesLinking(db, [attachment.id])).get(attachment.id) ?? []
  const messages = await findMessages(db, linking.slice(-mostMessages))
  return (await readableMessages(db, directory, user, messages)).length > 0
}
