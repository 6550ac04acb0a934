import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const createUser = endpoint({
  id: 'create-user',
  method: 'POST',
  path: '/users',
  role: 'administrator',
  scope: 'organization',
  summary: 'Create a user.',
  doc: 'The caller must be an administrator with the permission `can_create_users`. The first owner has it. `tagma grant` gives it to others.',
  params: {
    email: text(z.string(), 'Email address of the new user.'),
    password: text(
      z.string(),
      'The password of the new user: at least 12 characters, and not a common password. Read from the body only.',
      { secret: true },
    ),
    full_name: text(z.string(), 'Name of the new user.'),
  },
  returns: { user_id: field(z.int(), 'Id of the new user.', { since: 30 }) },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The caller lacks the permission, the email address is in use or not valid, or the password is too weak.',
    },
  ],
  changes: [{ level: 36, text: 'Needs a permission. Before, all administrators could call it.' }],
  example: {
    request: { email: 'iris@example.com', password: 'correct horse battery', full_name: 'Iris' },
    response: { user_id: 25 },
  },
})
