import * as z from 'zod'
import { endpoint, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

const ids = z.array(z.int().nonnegative()).default([])

export const updateUserGroupSubgroups = endpoint({
  id: 'update-user-group-subgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  role: 'member',
  scope: 'people:write',
  since: 127,
  summary: 'Add subgroups to a user group and remove subgroups.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    add: json(ids, 'Ids of the groups to add.'),
    delete: json(ids, 'Ids of the groups to remove.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'A group does not exist, a group would contain itself, a group to add is already a subgroup, a group to remove is not a subgroup, or the caller may not add members or not manage the group that loses a subgroup.',
    },
  ],
  changes: [
    { level: 391, text: 'Deactivated groups can be changed.' },
    { level: 496, text: 'Bots may call it.' },
  ],
  example: { request: { user_group_id: 3, add: [4] }, response: {} },
})
