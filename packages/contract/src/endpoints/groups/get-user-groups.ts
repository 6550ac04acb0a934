import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { userGroup } from '../../objects/user-group.ts'

export const getUserGroups = endpoint({
  id: 'get-user-groups',
  method: 'GET',
  path: '/user_groups',
  role: 'member',
  scope: 'people:read',
  summary: 'List the user groups.',
  params: {
    include_deactivated_groups: json(z.boolean().default(false), 'Whether to list deactivated groups too.', {
      since: 294,
    }),
  },
  returns: { user_groups: field(z.array(userGroup), 'The groups, system groups included.') },
  changes: [{ level: 496, text: 'Bots may call it.' }],
  example: { request: {}, response: { user_groups: [{ id: 3, name: 'designers' }] } },
})
