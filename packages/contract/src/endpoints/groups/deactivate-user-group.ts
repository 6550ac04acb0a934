import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const deactivateUserGroup = endpoint({
  id: 'deactivate-user-group',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  role: 'member',
  scope: 'people:write',
  since: 290,
  summary: 'Deactivate a user group.',
  params: { user_group_id: inPath(id('group'), 'The group.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The group does not exist, or the caller may not manage it.' },
    { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE', when: 'Another group contains it, or a permission names it.' },
  ],
  example: { request: { user_group_id: 3 }, response: {} },
})
