import * as z from 'zod'
import { endpoint, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

const ids = z.array(z.int().nonnegative()).default([])

export const updateUserGroupMembers = endpoint({
  id: 'update-user-group-members',
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  role: 'member',
  scope: 'people:write',
  summary: 'Add members to a user group and remove members.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    add: json(ids, 'Ids of the users to add.'),
    delete: json(ids, 'Ids of the users to remove.'),
    add_subgroups: json(ids, 'Ids of the groups to add.', { since: 311 }),
    delete_subgroups: json(ids, 'Ids of the groups to remove.', { since: 311 }),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The group or a user does not exist, a user to add is already a member, a user to remove is not a member, or the caller may not do this.',
    },
  ],
  changes: [
    { level: 391, text: 'Deactivated groups can be changed.' },
    { level: 496, text: 'Bots may call it.' },
  ],
  example: { request: { user_group_id: 3, add: [12], delete: [10] }, response: {} },
})
