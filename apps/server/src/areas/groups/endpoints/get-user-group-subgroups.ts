import { getUserGroupSubgroups } from '@tagma/contract/endpoints/groups/get-user-group-subgroups.ts'
import { handle } from '#call/call.ts'
import { allSubgroups } from '../members.ts'
import { findGroup } from '../rules.ts'

export const getUserGroupSubgroupsHandler = handle(getUserGroupSubgroups, async ({ directory }, args) => {
  const group = findGroup(directory, args.user_group_id)
  const found = args.direct_subgroup_only ? group.subgroups : allSubgroups(directory, group)
  return { subgroups: [...found].toSorted((a, b) => a - b) }
})
