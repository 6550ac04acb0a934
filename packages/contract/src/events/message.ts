import * as z from 'zod'
import { event, field } from '../define.ts'
import { eventMessage, messageFlags } from '../objects/message.ts'

export const messageEvent = event({
  type: 'message',
  doc: 'A message was sent that the user receives.',
  fields: {
    message: field(eventMessage, 'The message.'),
    flags: field(
      z.array(z.enum(messageFlags)),
      'The user’s flags of the message; it can be read already, as what muted users send.',
    ),
    local_message_id: field(
      z.string().optional(),
      'The `local_id` of the sending call; only in the queue that the call named.',
    ),
  },
  example: { type: 'message', id: 65536, flags: [], message: { id: 31, content: '<p>Hello</p>' } },
})
