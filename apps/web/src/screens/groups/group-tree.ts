import type { UserGroup } from '@tagma/contract/objects/user-group.ts'

type Nested = Pick<UserGroup, 'id' | 'direct_subgroup_ids'>

/** Whether a group is another one, or lies in it at any depth. */
export function isWithin(groups: readonly Nested[], groupId: number, outerId: number): boolean {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const seen = new Set<number>()
  const waiting = [outerId]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === groupId) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(byId.get(id)?.direct_subgroup_ids ?? []))
  }
  return false
}

/** System groups that mean nobody, or people without an account: as a subgroup they would say nothing. */
const pointless = new Set(['role:nobody', 'role:internet'])

/** Returns the groups that can become a subgroup of one, those by role last: no group ever contains itself. */
export function possibleSubgroups(groups: readonly UserGroup[], group: UserGroup): readonly UserGroup[] {
  const possible = groups.filter(
    ({ id, name, deactivated }) =>
      !deactivated &&
      !pointless.has(name) &&
      !group.direct_subgroup_ids.includes(id) &&
      !isWithin(groups, group.id, id),
  )
  return possible.toSorted((a, b) => Number(a.is_system_group) - Number(b.is_system_group))
}
