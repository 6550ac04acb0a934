import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getUserGroupSubgroups = endpoint({
  id: 'get-user-group-subgroups',
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  role: 'member',
  scope: 'people:read',
  since: 127,
  summary: 'List the subgroups of a user group.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    direct_subgroup_only: json(z.boolean().default(false), 'Whether to ignore subgroups of subgroups.'),
  },
  returns: { subgroups: field(z.array(z.int()), 'Ids of the groups.') },
  errors: [{ code: 'BAD_REQUEST', when: 'There is no such group.' }],
  changes: [{ level: 496, text: 'Bots may call it.' }],
  example: { request: { user_group_id: 3 }, response: { subgroups: [4] } },
})
