import * as z from 'zod'
import { event, field } from '../define.ts'

const fields = {
  sender_id: field(z.int(), 'Id of the user who is editing.'),
  message_id: field(z.int(), 'Id of the message.'),
  recipient: field(
    z.union([
      z.strictObject({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
      z.strictObject({ type: z.literal('direct'), user_ids: z.array(z.int()) }),
    ]),
    'Where the message is: a channel’s topic, or the participants of a direct conversation.',
  ),
}
const example = { sender_id: 10, message_id: 31, recipient: { type: 'direct' as const, user_ids: [10, 11] } }

export const typingEditMessageStartEvent = event({
  type: 'typing_edit_message',
  op: 'start',
  since: 351,
  doc: 'Somebody started editing a message that the user can read.',
  fields,
  example: { type: 'typing_edit_message', op: 'start', ...example, id: 65537 },
})

export const typingEditMessageStopEvent = event({
  type: 'typing_edit_message',
  op: 'stop',
  since: 351,
  doc: 'Somebody stopped editing a message.',
  fields,
  example: { type: 'typing_edit_message', op: 'stop', ...example, id: 65538 },
})
