import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { handle } from '#call/call.ts'
import { changeMembers } from '../change-members.ts'

export const updateUserGroupMembersHandler = handle(
  updateUserGroupMembers,
  async ({ caller, directory, transact }, args) => {
    await transact((tx) =>
      changeMembers(tx, directory, caller, args.user_group_id, {
        add: args.add,
        remove: args.delete,
        addSubgroups: args.add_subgroups,
        removeSubgroups: args.delete_subgroups,
      }),
    )
    return {}
  },
)
