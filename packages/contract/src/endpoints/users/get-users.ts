import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { user } from '../../objects/user.ts'

export const userPresentation = {
  client_gravatar: json(
    z.boolean().default(true),
    'Whether `avatar_url` is null for users of the third-party avatar provider, to be computed by the client.',
    {
      changes: [{ level: 92, text: 'The default was false before.' }],
    },
  ),
  include_custom_profile_fields: json(z.boolean().default(false), 'Whether `profile_data` is wanted.'),
}

export const getUsers = endpoint({
  id: 'get-users',
  method: 'GET',
  path: '/users',
  role: 'guest',
  summary: 'List the users that the caller may see.',
  spectators: 'All users, without their email addresses, profiles and time zones.',
  params: {
    ...userPresentation,
    user_ids: json(z.array(z.int().nonnegative()).optional(), 'Only these users.', { since: 384 }),
  },
  changes: [{ level: 387, text: 'Also without an account, where the organization lets everybody in.' }],
  returns: { members: field(z.array(user), 'The users, deactivated ones included.') },
  example: {
    request: {},
    response: { members: [{ user_id: 10, full_name: 'Iris', email: 'iris@example.com' }] },
  },
})
