import type { submessage } from '@tagma/contract/objects/message.ts'
import type * as z from 'zod'
import type { SubmessageRow } from '#model/message-parts.ts'

/** Presents a submessage inside a message. */
export function presentSubmessage(row: SubmessageRow): z.output<typeof submessage> {
  return {
    id: row.id,
    message_id: row.message_id,
    sender_id: row.sender_id,
    msg_type: row.msg_type,
    content: row.content,
  }
}
