import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'

export const regenerateBotApiKey = endpoint({
  id: 'regenerate-bot-api-key',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Replace the API key of a bot.',
  doc: 'The old key stops working at once. The bot’s event queues end.',
  params: { bot_id: inPath(z.int().nonnegative(), 'Id of the bot.') },
  returns: { api_key: field(z.string(), 'The new key.') },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such bot, it is not the caller’s, or its role is above the caller’s.',
    },
  ],
  example: { request: { bot_id: 36 }, response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' } },
})
