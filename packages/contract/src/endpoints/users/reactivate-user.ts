import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const reactivateUser = endpoint({
  id: 'reactivate-user',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  role: 'administrator',
  summary: 'Reactivate a user.',
  doc: 'The user gets a new API key: people sign in again, and the key of a bot is read again by whoever administers it.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'There is no such user, or their data was removed.' },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The user is an owner and the caller is none.' },
  ],
  example: { request: { user_id: 10 }, response: {} },
})
