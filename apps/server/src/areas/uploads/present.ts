import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import type { AttachmentRow } from '#store/messages/attachments.ts'

/** An attachment as the API gives it. */
export function presentAttachment(row: AttachmentRow, messageIds: readonly number[]): Attachment {
  return {
    id: row.id,
    name: row.name,
    path_id: row.path_id,
    size: row.size,
    create_time: row.created_at,
    message_ids: [...messageIds],
  }
}
