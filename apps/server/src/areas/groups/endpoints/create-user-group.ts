import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { handle } from '#call/call.ts'
import { createGroup } from '../create-group.ts'

export const createUserGroupHandler = handle(
  createUserGroup,
  async ({ caller, directory, transact }, args) => ({
    group_id: await transact((tx) => createGroup(tx, directory, caller, args)),
  }),
)
