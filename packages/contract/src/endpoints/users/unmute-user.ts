import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const unmuteUser = endpoint({
  id: 'unmute-user',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  role: 'guest',
  scope: 'people:write',
  since: 48,
  summary: 'Unmute a user.',
  params: { muted_user_id: inPath(z.int().nonnegative(), 'Id of the user.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The user does not exist, or is not muted.' }],
  example: { request: { muted_user_id: 10 }, response: {} },
})
