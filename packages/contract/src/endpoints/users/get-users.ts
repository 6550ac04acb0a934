import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { user } from '../../objects/user.ts'

export const userPresentation = {
  client_gravatar: json(
    z.boolean().default(true),
    'Whether `avatar_url` is null for pictures that the client computes itself, from the third-party avatar provider.',
    {
      changes: [{ level: 92, text: 'True by default; formerly false.' }],
    },
  ),
  include_custom_profile_fields: json(z.boolean().default(false), 'Whether to return `profile_data`.'),
}

export const getUsers = endpoint({
  id: 'get-users',
  method: 'GET',
  path: '/users',
  role: 'guest',
  scope: 'people:read',
  summary: 'List the users that the caller may see.',
  spectators: 'All users, without their email addresses, profiles and time zones.',
  params: {
    ...userPresentation,
    user_ids: json(z.array(z.int().nonnegative()).optional(), 'Only these users.', { since: 384 }),
  },
  changes: [{ level: 387, text: 'Works without an account if the organization allows it.' }],
  returns: { members: field(z.array(user), 'The users, deactivated ones included.') },
  example: {
    request: {},
    response: { members: [{ user_id: 10, full_name: 'Iris', email: 'iris@example.com' }] },
  },
})
