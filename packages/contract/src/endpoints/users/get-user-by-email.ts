import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { user } from '../../objects/user.ts'
import { userPresentation } from './get-users.ts'

export const getUserByEmail = endpoint({
  id: 'get-user-by-email',
  method: 'GET',
  path: '/users/{email}',
  role: 'guest',
  scope: 'people:read',
  since: 39,
  summary: 'Fetch a user by email address.',
  params: {
    email: inPath(
      z.string(),
      'The real email address of a user who lets the caller see it, or the API email address of any user.',
    ),
    ...userPresentation,
  },
  returns: { user: field(user, 'The user.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The user does not exist, or the caller may not see them.' }],
  changes: [{ level: 302, text: 'Accepts real email addresses that the caller may see.' }],
  example: {
    request: { email: 'iris@example.com' },
    response: { user: { user_id: 10, full_name: 'Iris', email: 'iris@example.com' } },
  },
})
