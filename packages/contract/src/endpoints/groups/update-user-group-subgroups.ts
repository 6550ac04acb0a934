import * as z from 'zod'
import { endpoint, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

const ids = z.array(z.int().nonnegative()).default([])

export const updateUserGroupSubgroups = endpoint({
  id: 'update-user-group-subgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  role: 'member',
  since: 127,
  summary: 'Add subgroups to a user group and remove others.',
  params: {
    user_group_id: inPath(id('group'), 'The group.'),
    add: json(ids, 'Ids of the groups to add.'),
    delete: json(ids, 'Ids of the groups to remove.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such group, a group would contain itself, one is a subgroup already or is none, or the caller may not add members, or not manage the group from which to remove some.',
    },
  ],
  changes: [
    { level: 391, text: 'Deactivated groups can be changed.' },
    { level: 496, text: 'Bots may call it.' },
  ],
  example: { request: { user_group_id: 3, add: [4] }, response: {} },
})
