import * as z from 'zod'
import { event, field } from '../define.ts'
import { eventMessage, messageFlags } from '../objects/message.ts'

export const messageEvent = event({
  type: 'message',
  doc: 'The user received a message.',
  fields: {
    message: field(eventMessage, 'The message.'),
    flags: field(
      z.array(z.enum(messageFlags)),
      'The user’s flags on the message. It can arrive as read, for example from a muted user.',
    ),
    local_message_id: field(
      z.string().optional(),
      'The `local_id` of the call that sent the message. Only in the queue that this call named.',
    ),
  },
  example: { type: 'message', id: 65536, flags: [], message: { id: 31, content: '<p>Hello</p>' } },
})
