import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getIsUserGroupMember = endpoint({
  id: 'get-is-user-group-member',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  role: 'member',
  scope: 'people:read',
  since: 127,
  summary: 'Find out if a user is a member of a user group.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    user_id: inPath(id('user'), 'The user.'),
    direct_member_only: json(z.boolean().default(false), 'Whether to ignore subgroups.'),
  },
  returns: { is_user_group_member: field(z.boolean(), 'Whether the user is a member.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The group or the user does not exist.' }],
  changes: [
    { level: 458, text: 'The user may be a bot.' },
    { level: 496, text: 'Bots may call it.' },
  ],
  example: { request: { user_group_id: 3, user_id: 10 }, response: { is_user_group_member: true } },
})
