import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'
import type { GroupSettingRule } from '@tagma/rules/group-setting-rule.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { requireUsers } from './require-users.ts'

/**
 * Brings a new value of a setting into its stored form: each id once, ascending; a single group without direct members
 * as its id. Refuses unknown and deactivated users and groups, and groups that the setting cannot have.
 */
export function requireGroupSetting(
  directory: OrganizationDirectory,
  name: string,
  value: GroupSetting,
  rule: GroupSettingRule,
): GroupSetting {
  const members = typeof value === 'number' ? [] : ascending(value.direct_members)
  const groups = typeof value === 'number' ? [value] : ascending(value.direct_subgroups)
  requireUsers(directory, members)
  for (const id of groups) {
    const group = directory.groups.get(id)
    if (!group) throw badRequest(`Invalid user group ID: ${id}`)
    if (group.isDeactivated) throw badRequest(`User group is deactivated: ${group.name}`)
    if (rule.only && !group.isSystem) throw badRequest(`'${name}' must be a system user group.`)
    const isGroup = (candidate: SystemGroup) => candidate === group.name
    if (rule.forbidden.some(isGroup) || (rule.only && !rule.only.some(isGroup)))
      throw badRequest(`'${name}' setting cannot be set to '${group.name}' group.`)
  }
  const [only] = groups
  if (members.length === 0 && groups.length === 1 && only !== undefined) return only
  if (rule.only) throw badRequest(`'${name}' must be a system user group.`)
  return { direct_members: members, direct_subgroups: groups }
}

/**
 * Checks a change of a setting; undefined when it changes nothing. Refuses if the caller expected another old value.
 */
export function requireGroupSettingChange(
  directory: OrganizationDirectory,
  name: string,
  current: GroupSetting,
  change: { readonly new: GroupSetting; readonly old?: GroupSetting | undefined },
  rule: GroupSettingRule,
): GroupSetting | undefined {
  const shown = presentGroupSetting(directory, current)
  if (change.old !== undefined && !isSameSetting(change.old, shown))
    throw new Refusal('EXPECTATION_MISMATCH', `'${name}' no longer has the value given as "old".`)
  if (isSameSetting(change.new, shown)) return undefined
  return requireGroupSetting(directory, name, change.new, rule)
}

/** Presents a setting, without users who were deactivated since (feature level 303). */
export function presentGroupSetting(
  { users }: { readonly users: Pick<OrganizationDirectory['users'], 'get'> },
  value: GroupSetting,
): GroupSetting {
  if (typeof value === 'number') return value
  const isActive = (id: number) => users.get(id)?.isActive ?? false
  return value.direct_members.every(isActive)
    ? value
    : { ...value, direct_members: value.direct_members.filter(isActive) }
}

export function isSameSetting(a: GroupSetting, b: GroupSetting): boolean {
  return keyOf(a) === keyOf(b)
}

function keyOf(value: GroupSetting): string {
  if (typeof value === 'number') return `/${value}`
  return `${ascending(value.direct_members).join(',')}/${ascending(value.direct_subgroups).join(',')}`
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)
