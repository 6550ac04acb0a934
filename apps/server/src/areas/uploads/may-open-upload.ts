import { readableMessages } from '#areas/messages/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { type AttachmentRow, messagesLinking } from '#store/messages/attachments.ts'
import { findMessages } from '#store/messages/messages.ts'
import type { Db } from '#store/sql/db.ts'

/** Most messages to look at for one that gives access, newest first. */
const mostMessages = 500

/**
 * Tells whether a user may open an upload: its uploader may, and everybody who can read a message that links it.
 * Spectators need such a message in a web-public channel.
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
