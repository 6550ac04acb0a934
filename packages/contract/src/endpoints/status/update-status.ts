import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { emojiTypes, statusText } from '../../objects/user-status.ts'

/** What makes up a status, in the calls that set one. */
export const statusParameters = {
  status_text: text(statusText.optional(), 'The text, at most 60 code points; empty clears it.'),
  emoji_name: text(z.string().optional(), 'Name of an emoji; empty clears it.', { since: 86 }),
  emoji_code: text(
    z.string().optional(),
    'Code of the emoji, where it is not the one that the name stands for now.',
    { since: 86 },
  ),
  reaction_type: text(z.enum(['', ...emojiTypes]).optional(), 'Namespace of the code.', { since: 86 }),
}

export const statusErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'No new value is passed, the text is too long, the emoji does not exist, or its code or type comes without its name.',
  },
] as const

export const updateStatus = endpoint({
  id: 'update-status',
  method: 'POST',
  path: '/users/me/status',
  role: 'guest',
  summary: 'Set your status.',
  doc: 'Changes only what is passed. Clearing the text leaves the emoji as it is.',
  params: {
    ...statusParameters,
    away: json(z.boolean().optional(), 'The opposite of the setting `presence_enabled`.', {
      deprecated: 148,
    }),
  },
  returns: {},
  errors: statusErrors,
  example: { request: { status_text: 'on vacation', emoji_name: 'car' }, response: {} },
})
