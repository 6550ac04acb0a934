import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getUserGroupMembers = endpoint({
  id: 'get-user-group-members',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  role: 'member',
  scope: 'people:read',
  since: 127,
  summary: 'Whether to ignore the members of subgroups.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    direct_member_only: json(z.boolean().default(false), 'Whether to leave out the members of subgroups.'),
  },
  returns: { members: field(z.array(z.int()), 'Ids of the members, without deactivated users.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The group does not exist.' }],
  changes: [
    { level: 303, text: 'Without deactivated users.' },
    { level: 496, text: 'Bots may call it.' },
  ],
  example: { request: { user_group_id: 3 }, response: { members: [10, 11] } },
})
