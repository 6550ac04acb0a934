import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { textUpTo } from '../../primitives.ts'

export const devFetchApiKey = endpoint({
  id: 'dev-fetch-api-key',
  method: 'POST',
  path: '/dev_fetch_api_key',
  role: 'anyone',
  scope: 'any',
  summary: 'Fetch an API key without a password, on development servers.',
  doc: 'This is never a development server: the answer is always the error of a production server.',
  params: { username: text(textUpTo(limits.maxUsernameLength), 'Email address of the user.') },
  returns: {
    api_key: field(z.string(), 'The key to authenticate with.'),
    email: field(z.string(), 'The email address to authenticate with.'),
    user_id: field(z.int(), 'Id of the user.'),
  },
  errors: [{ code: 'BAD_REQUEST', when: 'Always.' }],
  example: {
    request: { username: 'iris@example.com' },
    response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv', email: 'iris@example.com', user_id: 10 },
  },
})
