import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deactivateBot = endpoint({
  id: 'deactivate-bot',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Deactivate a bot.',
  params: { bot_id: inPath(z.int().nonnegative(), 'Id of the bot.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist, belongs to somebody else, or has a role above the caller’s.',
    },
  ],
  example: { request: { bot_id: 36 }, response: {} },
})
