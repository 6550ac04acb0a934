import { getUserGroupMembers } from '@tagma/contract/endpoints/groups/get-user-group-members.ts'
import { handle } from '#call/call.ts'
import { allMembers, directMembers } from '../members.ts'
import { findGroup } from '../rules.ts'

export const getUserGroupMembersHandler = handle(getUserGroupMembers, async ({ directory }, args) => {
  const group = findGroup(directory, args.user_group_id)
  return { members: args.direct_member_only ? directMembers(directory, group) : allMembers(directory, group) }
})
