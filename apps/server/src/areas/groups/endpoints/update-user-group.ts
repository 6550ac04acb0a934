import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { handle } from '#call/call.ts'
import { changeGroup } from '../change-group.ts'

export const updateUserGroupHandler = handle(
  updateUserGroup,
  async ({ caller, directory, transact }, args) => {
    await transact((tx) => changeGroup(tx, directory, caller, args))
    return {}
  },
)
