import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'
import { updateUserErrors, userChanges } from './update-user.ts'

export const updateUserByEmail = endpoint({
  id: 'update-user-by-email',
  method: 'PATCH',
  path: '/users/{email}',
  role: 'administrator',
  scope: 'organization',
  since: 313,
  summary: 'Change a user by email address.',
  params: {
    email: inPath(z.string(), 'The real or API email address of the user.'),
    ...userChanges,
  },
  returns: {},
  errors: updateUserErrors,
  example: { request: { email: 'iris@example.com', full_name: 'Iris Adler' }, response: {} },
})
