import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { emojiTypes, statusText } from '../../objects/user-status.ts'

/** The parts of a status, for the calls that set one. */
export const statusParameters = {
  status_text: text(statusText.optional(), 'The text, at most 60 code points. An empty text clears it.'),
  emoji_name: text(z.string().optional(), 'The name of an emoji. An empty name clears the emoji.', {
    since: 86,
  }),
  emoji_code: text(
    z.string().optional(),
    'The code of the emoji. Needed only if the name now belongs to another emoji.',
    { since: 86 },
  ),
  reaction_type: text(z.enum(['', ...emojiTypes]).optional(), 'The namespace of the code.', { since: 86 }),
}

export const statusErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The request changes nothing, the text is too long, the emoji does not exist, or a code or type comes without a name.',
  },
] as const

export const updateStatus = endpoint({
  id: 'update-status',
  method: 'POST',
  path: '/users/me/status',
  role: 'guest',
  scope: 'people:write',
  summary: 'Set your status.',
  doc: 'Omitted parts do not change. Clearing the text keeps the emoji.',
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
