import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const getBotApiKey = endpoint({
  id: 'get-bot-api-key',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  role: 'guest',
  scope: 'none',
  bots: false,
  since: 463,
  summary: 'Fetch the API key of a bot.',
  params: { bot_id: inPath(z.int().nonnegative(), 'Id of the bot.') },
  returns: { api_key: field(z.string(), 'The key.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such bot, it is not the caller’s, or its role is above the caller’s.',
    },
  ],
  example: { request: { bot_id: 36 }, response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' } },
})
