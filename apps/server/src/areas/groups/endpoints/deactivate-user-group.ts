import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { handle } from '#call/call.ts'
import { deactivateGroup } from '../deactivate-group.ts'

export const deactivateUserGroupHandler = handle(
  deactivateUserGroup,
  async ({ caller, directory, transact }, { user_group_id }) => {
    await transact((tx) => deactivateGroup(tx, directory, caller, user_group_id))
    return {}
  },
)
