import * as z from 'zod'
import { event, field } from '../define.ts'
import { reaction } from '../objects/message.ts'

const fields = {
  ...reaction.shape,
  message_id: field(z.int(), 'Id of the message.'),
}

export const reactionAddEvent = event({
  type: 'reaction',
  op: 'add',
  doc: 'Somebody reacted to a message that the user can read.',
  fields,
  example: {
    type: 'reaction',
    op: 'add',
    emoji_name: 'octopus',
    emoji_code: '1f419',
    reaction_type: 'unicode_emoji',
    user_id: 10,
    message_id: 31,
    id: 65536,
  },
})

export const reactionRemoveEvent = event({
  type: 'reaction',
  op: 'remove',
  doc: 'Somebody removed a reaction.',
  fields,
  example: {
    type: 'reaction',
    op: 'remove',
    emoji_name: 'octopus',
    emoji_code: '1f419',
    reaction_type: 'unicode_emoji',
    user_id: 10,
    message_id: 31,
    id: 65537,
  },
})
