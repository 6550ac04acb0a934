import * as z from 'zod'
import { event, field } from '../define.ts'

export const deleteMessageEvent = event({
  type: 'delete_message',
  doc: 'Messages were deleted, or moved to where the user may not read them.',
  fields: {
    message_ids: field(
      z.array(z.int()).optional(),
      'Ids of the messages, ascending; for clients with the capability `bulk_message_deletion`.',
      { changes: [{ level: 393, text: 'Ascending.' }] },
    ),
    message_id: field(z.int().optional(), 'Id of the message; for other clients.'),
    message_type: field(z.enum(['stream', 'private']), 'Kind of the messages.'),
    stream_id: field(z.int().optional(), 'Id of their channel; for channel messages.'),
    topic: field(z.string().optional(), 'Their topic; for channel messages.'),
  },
  example: {
    type: 'delete_message',
    message_ids: [31],
    message_type: 'stream',
    stream_id: 5,
    topic: 'colors',
    id: 65536,
  },
})
