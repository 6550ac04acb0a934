import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const regenerateApiKey = endpoint({
  id: 'regenerate-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  role: 'guest',
  scope: 'none',
  summary: 'Replace your API key.',
  doc: 'The old key stops working at once. Event queues end, and waiting polls are answered with BAD_EVENT_QUEUE_ID. Devices get no notifications until they register again.',
  params: {
    code: text(
      z.string().optional(),
      'The code of your authenticator app, or a recovery code. Needed if you have set up a second factor and call by session.',
      { secret: true },
    ),
  },
  returns: { api_key: field(z.string(), 'The new key.') },
  errors: [{ code: 'AUTHENTICATION_FAILED', when: 'The code is missing or wrong.' }],
  example: { request: {}, response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' } },
})
