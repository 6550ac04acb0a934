import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { handle } from '#call/call.ts'
import { changeMembers } from '../change-members.ts'

export const updateUserGroupSubgroupsHandler = handle(
  updateUserGroupSubgroups,
  async ({ caller, directory, transact }, args) => {
    await transact((tx) =>
      changeMembers(tx, directory, caller, args.user_group_id, {
        addSubgroups: args.add,
        removeSubgroups: args.delete,
      }),
    )
    return {}
  },
)
