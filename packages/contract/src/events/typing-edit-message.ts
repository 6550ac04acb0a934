import * as z from 'zod'
import { event, field } from '../define.ts'

const fields = {
  sender_id: field(z.int(), 'Id of the user who is editing.'),
  message_id: field(z.int(), 'Id of the message.'),
  recipient: field(
    z.union([
      z.strictObject({
        type: field(z.literal('channel'), 'In a channel.'),
        channel_id: field(z.int(), 'Id of the channel.'),
        topic: field(z.string(), 'The topic.'),
      }),
      z.strictObject({
        type: field(z.literal('direct'), 'For a message in a direct conversation.'),
        user_ids: field(z.array(z.int()), 'Ids of all participants.'),
      }),
    ]),
    'The place of the message: a channel and its topic, or the participants of a direct conversation.',
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
