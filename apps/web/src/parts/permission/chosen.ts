import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { State } from '@tagma/sync/state.ts'

/** A value of a permission, as it is edited: groups and people, nobody if there are none. */
export interface Chosen {
  readonly groupIds: readonly number[]
  readonly userIds: readonly number[]
}

/** The values that a permission can have, as the server tells them. */
export type Limits = NonNullable<State['server_supported_permission_settings']>['stream'][string]

type Groups = State['realm_user_groups']

const idOf = (groups: Groups, name: string) => groups?.find((group) => group.name === name)?.id

/** Returns the groups and people of a value. */
export function chosenOf(groups: Groups, setting: GroupSetting): Chosen {
  if (typeof setting !== 'number')
    return { groupIds: setting.direct_subgroups, userIds: setting.direct_members }
  return { groupIds: setting === idOf(groups, 'role:nobody') ? [] : [setting], userIds: [] }
}

/** Returns the value of groups and people. One group alone is named by its id, and so is nobody. */
export function settingOf(groups: Groups, { groupIds, userIds }: Chosen): GroupSetting {
  const nobody = idOf(groups, 'role:nobody')
  if (userIds.length === 0 && groupIds.length === 0 && nobody !== undefined) return nobody
  if (userIds.length === 0 && groupIds.length === 1) return groupIds[0]!
  return { direct_members: [...userIds], direct_subgroups: [...groupIds] }
}

/** Whether two values name the same groups and people, in whatever order. */
export function isSameSetting(groups: Groups, a: GroupSetting, b: GroupSetting): boolean {
  const key = (setting: GroupSetting) => {
    const { groupIds, userIds } = chosenOf(groups, setting)
    const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other).join()
    return `${sorted(groupIds)} ${sorted(userIds)}`
  }
  return key(a) === key(b)
}

/** Returns the groups that a permission can have. System groups come first. */
export function groupsFor(groups: Groups, limits: Limits): NonNullable<Groups> {
  const isAllowed = ({ name, is_system_group, deactivated }: NonNullable<Groups>[number]) => {
    if (deactivated || name === 'role:nobody') return false
    if (!is_system_group) return !limits.require_system_group
    if (name === 'role:internet') return limits.allow_internet_group
    if (name === 'role:everyone' && !limits.allow_everyone_group) return false
    return limits.allowed_system_groups.length === 0 || limits.allowed_system_groups.includes(name)
  }
  return (groups ?? []).filter(isAllowed)
}
