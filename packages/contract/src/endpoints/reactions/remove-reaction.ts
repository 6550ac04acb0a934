import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { reactionTypes } from '../../objects/message.ts'
import { id } from '../../primitives.ts'

export const removeReaction = endpoint({
  id: 'remove-reaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Remove your emoji reaction from a message.',
  doc: 'Pass `emoji_name`, `emoji_code` or both. The code decides: it also removes a reaction that was made under an older name.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    emoji_name: text(z.string().optional(), 'Name of the emoji.'),
    emoji_code: text(
      z.string().optional(),
      'Identifies the emoji in the namespace of `reaction_type`. Needed for reactions that were made under an older name of the emoji.',
    ),
    reaction_type: text(z.enum(reactionTypes).optional(), 'The namespace of `emoji_code`.', {
      changes: [{ level: 2, text: 'Optional for custom emoji.' }],
    }),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message or the emoji does not exist, or the request has neither name nor code.',
    },
    { code: 'REACTION_DOES_NOT_EXIST', when: 'The caller has not reacted with this emoji.' },
  ],
  changes: [
    { level: 193, text: 'A missing reaction gives `REACTION_DOES_NOT_EXIST` instead of `BAD_REQUEST`.' },
  ],
  example: { request: { message_id: 31, emoji_name: 'octopus' }, response: {} },
})
