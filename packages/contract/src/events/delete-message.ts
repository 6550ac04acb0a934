import * as z from 'zod'
import { event, field } from '../define.ts'

export const deleteMessageEvent = event({
  type: 'delete_message',
  doc: 'Messages were deleted, or moved out of the user’s sight.',
  fields: {
    message_ids: field(
      z.array(z.int()).optional(),
      'Ids of the messages, ascending. For clients with the capability `bulk_message_deletion`.',
      { changes: [{ level: 393, text: 'Ascending.' }] },
    ),
    message_id: field(z.int().optional(), 'Id of the message. For clients without this capability.'),
    message_type: field(z.enum(['stream', 'private']), 'Kind of the messages.'),
    stream_id: field(z.int().optional(), 'Id of their channel. For channel messages.'),
    topic: field(z.string().optional(), 'Their topic. For channel messages.'),
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
