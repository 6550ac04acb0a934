import * as z from 'zod'
import { event, field } from '../define.ts'
import { customEmoji, customEmojiById } from '../objects/custom-emoji.ts'

const example = {
  id: '1',
  name: 'green_tick',
  source_url: '/user_avatars/1/emoji/images/f0a1.png',
  still_url: null,
  deactivated: false,
  author_id: 10,
}

export const realmEmojiAddEvent = event({
  type: 'realm_emoji',
  op: 'add',
  since: 491,
  doc: 'A custom emoji was added. For clients with the capability `individual_emoji_changes`.',
  fields: { emoji: field(customEmoji, 'The new emoji.') },
  example: { type: 'realm_emoji', op: 'add', emoji: example, id: 65536 },
})

export const realmEmojiUpdateOneEvent = event({
  type: 'realm_emoji',
  op: 'update_one',
  since: 491,
  doc: 'A custom emoji changed. For clients with the capability `individual_emoji_changes`.',
  fields: {
    emoji_id: field(z.string(), 'Id of the emoji.'),
    data: field(
      z.strictObject({ deactivated: field(z.boolean().optional(), 'Whether the emoji is deactivated.') }),
      'What changed.',
    ),
  },
  example: { type: 'realm_emoji', op: 'update_one', emoji_id: '1', data: { deactivated: true }, id: 65537 },
})

export const realmEmojiUpdateEvent = event({
  type: 'realm_emoji',
  op: 'update',
  doc: 'The custom emoji changed. For clients without the capability `individual_emoji_changes`.',
  fields: { realm_emoji: field(customEmojiById, 'All custom emoji by id.') },
  example: { type: 'realm_emoji', op: 'update', realm_emoji: { 1: example }, id: 65538 },
})
