import * as z from 'zod'
import { event, field } from '../define.ts'
import { emojiTypes } from '../objects/user-status.ts'

export const userStatusEvent = event({
  type: 'user_status',
  doc: 'A user changed their status. Missing fields have not changed; an empty string clears a field.',
  fields: {
    user_id: field(z.int(), 'Id of the user.'),
    status_text: field(z.string().optional(), 'The text.'),
    emoji_name: field(z.string().optional(), 'Name of the emoji.', { since: 86 }),
    emoji_code: field(z.string().optional(), 'Code of the emoji.', { since: 86 }),
    reaction_type: field(z.enum(['', ...emojiTypes]).optional(), 'Namespace of the code.', { since: 86 }),
    away: field(z.boolean().optional(), 'Whether the user is invisible. Sent only to the user.', {
      deprecated: 148,
    }),
  },
  example: {
    type: 'user_status',
    user_id: 10,
    status_text: 'out to lunch',
    emoji_name: 'car',
    emoji_code: '1f697',
    reaction_type: 'unicode_emoji',
    id: 65538,
  },
})
