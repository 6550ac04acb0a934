import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const reactivateUser = endpoint({
  id: 'reactivate-user',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  role: 'administrator',
  scope: 'organization',
  summary: 'Reactivate a user.',
  doc: 'The user gets a new API key. People have to sign in again. For a bot, its administrators have to fetch the new key.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The user does not exist, or their data was removed.' },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The user is an owner, and the caller is not.' },
  ],
  example: { request: { user_id: 10 }, response: {} },
})
