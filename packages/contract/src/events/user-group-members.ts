import * as z from 'zod'
import { event, field } from '../define.ts'

const fields = {
  group_id: field(z.int(), 'Id of the group.'),
  user_ids: field(z.array(z.int()), 'Ids of the users.'),
}

export const userGroupAddMembersEvent = event({
  type: 'user_group',
  op: 'add_members',
  doc: 'Users became direct members of a group.',
  fields,
  example: { type: 'user_group', op: 'add_members', group_id: 2, user_ids: [10], id: 65542 },
})

export const userGroupRemoveMembersEvent = event({
  type: 'user_group',
  op: 'remove_members',
  doc: 'Users are no longer direct members of a group.',
  fields,
  example: { type: 'user_group', op: 'remove_members', group_id: 2, user_ids: [10], id: 65543 },
})
