import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { reactionTypes } from '../../objects/message.ts'
import { id } from '../../primitives.ts'

export const removeReaction = endpoint({
  id: 'remove-reaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  role: 'guest',
  summary: 'Remove one’s own emoji reaction from a message.',
  doc: 'Pass `emoji_name`, `emoji_code` or both. The code decides: a reaction made under an older name or mapping is removed by its code.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    emoji_name: text(z.string().optional(), 'Name of the emoji.'),
    emoji_code: text(
      z.string().optional(),
      'Identifies the emoji in the namespace of `reaction_type`. Tells apart reactions made under an older emoji mapping.',
    ),
    reaction_type: text(z.enum(reactionTypes).optional(), 'The namespace of `emoji_code`.', {
      changes: [{ level: 2, text: 'Optional for custom emoji.' }],
    }),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message or the emoji does not exist, or neither name nor code is given.',
    },
    { code: 'REACTION_DOES_NOT_EXIST', when: 'The caller has not reacted with this emoji.' },
  ],
  changes: [
    { level: 193, text: 'A missing reaction answers `REACTION_DOES_NOT_EXIST` instead of `BAD_REQUEST`.' },
  ],
  example: { request: { message_id: 31, emoji_name: 'octopus' }, response: {} },
})
