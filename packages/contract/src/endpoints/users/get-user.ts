import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { user } from '../../objects/user.ts'
import { userPresentation } from './get-users.ts'

export const getUser = endpoint({
  id: 'get-user',
  method: 'GET',
  path: '/users/{user_id}',
  role: 'guest',
  scope: 'people:read',
  summary: 'Fetch a user.',
  params: { user_id: inPath(z.int().nonnegative(), 'Id of the user.'), ...userPresentation },
  returns: { user: field(user, 'The user.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The user does not exist, or the caller may not see them.' }],
  example: {
    request: { user_id: 10 },
    response: { user: { user_id: 10, full_name: 'Iris', email: 'iris@example.com' } },
  },
})
