import { getIsUserGroupMember } from '@tagma/contract/endpoints/groups/get-is-user-group-member.ts'
import { requireUser } from '#areas/users/visibility.ts'
import { handle } from '#call/call.ts'
import { directMembers } from '../members.ts'
import { findGroup } from '../rules.ts'

export const getIsUserGroupMemberHandler = handle(
  getIsUserGroupMember,
  async ({ caller, db, directory }, args) => {
    const group = findGroup(directory, args.user_group_id)
    const user = await requireUser(db, directory, caller, args.user_id)
    const isMember = args.direct_member_only
      ? directMembers(directory, group).includes(user.id)
      : user.isActive && directory.isInGroup(user, group.id)
    return { is_user_group_member: isMember }
  },
)
