import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { membershipOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'

type Known = Pick<State, 'realm_user_groups' | 'realm_users' | 'realm_non_active_users'>

/** The way in which somebody belongs to a group: not at all, directly, or through these subgroups. */
export type Way = 'none' | 'direct' | readonly UserGroup[]

/** Returns the way in which somebody belongs to a group. Subgroups count at any depth; it names those directly in the group. */
export function wayInto(known: Known, userId: number, { id, members, direct_subgroup_ids }: UserGroup): Way {
  if (members.includes(userId)) return 'direct'
  const membership = membershipOf(known.realm_user_groups)
  const person = personOf(known, userId)
  if (!membership.isInGroup(person, id)) return 'none'
  return (known.realm_user_groups ?? []).filter(
    (group) => direct_subgroup_ids.includes(group.id) && membership.isInGroup(person, group.id),
  )
}

/** Whether somebody belongs to a group, also by subgroups. Groups of the system and deactivated ones do not count. */
export const isGroupOf = (known: Known, userId: number, group: UserGroup): boolean =>
  !group.is_system_group && !group.deactivated && wayInto(known, userId, group) !== 'none'
