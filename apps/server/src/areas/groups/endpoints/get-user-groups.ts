import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { handle } from '#call/call.ts'
import { listGroups } from '../list-groups.ts'

export const getUserGroupsHandler = handle(
  getUserGroups,
  async ({ directory }, { include_deactivated_groups }) => ({
    user_groups: listGroups(directory, include_deactivated_groups),
  }),
)
