import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { reactionTypes } from '../../objects/message.ts'
import { id } from '../../primitives.ts'

export const addReaction = endpoint({
  id: 'add-reaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  role: 'guest',
  scope: 'messages:write',
  summary: 'Add an emoji reaction to a message.',
  doc: 'To join an existing reaction, pass its `emoji_code` and `reaction_type` from the message. This works even if the emoji was deactivated or renamed meanwhile.',
  params: {
    message_id: inPath(id('message'), 'The message.'),
    emoji_name: text(z.string(), 'Name of the emoji.'),
    emoji_code: text(
      z.string().optional(),
      'Identifies the emoji in the namespace of `reaction_type`. Omitted: the name decides.',
    ),
    reaction_type: text(z.enum(reactionTypes).optional(), 'The namespace of `emoji_code`.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The message or the emoji does not exist, or name and code do not belong together.',
    },
    { code: 'REACTION_ALREADY_EXISTS', when: 'The caller has already reacted with this emoji.' },
  ],
  changes: [
    { level: 193, text: 'Repeating a reaction gives `REACTION_ALREADY_EXISTS` instead of `BAD_REQUEST`.' },
  ],
  example: { request: { message_id: 31, emoji_name: 'octopus' }, response: {} },
})
