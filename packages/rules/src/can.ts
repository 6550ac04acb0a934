import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  type OrganizationPermissionName,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import type { GroupSettingRule } from './group-setting-rule.ts'
import type { Person, RuledOrganization } from './organization.ts'
import { isGuest } from './roles.ts'

/** Tells whether a user has one of the organization's permissions. */
export function can(
  directory: RuledOrganization,
  user: Person,
  permission: OrganizationPermissionName,
): boolean {
  const setting = directory.organization.settings[permission]
  return hasPermission(directory, user, setting, organizationPermissions[permission])
}

/** Tells whether a setting includes a user. A guest never has a permission that cannot be given to everybody. */
export function hasPermission(
  directory: RuledOrganization,
  user: Person,
  setting: GroupSetting,
  { forbidden }: GroupSettingRule,
): boolean {
  if (isGuest(user) && forbidden.includes('role:everyone')) return false
  return directory.isIn(user, setting)
}
