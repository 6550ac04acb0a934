import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  type OrganizationPermissionName,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import type { GroupSettingRule } from '#model/group-setting-rule.ts'
import type { UserRecord } from '#model/records.ts'
import { isGuest } from '#model/roles.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/** Tells whether a user has one of the organization's permissions. */
export function can(
  directory: OrganizationDirectory,
  user: UserRecord,
  permission: OrganizationPermissionName,
): boolean {
  const setting = directory.organization.settings[permission]
  return hasPermission(directory, user, setting, organizationPermissions[permission])
}

/** Tells whether a setting includes a user. A guest never has a permission that cannot be given to everybody. */
export function hasPermission(
  directory: OrganizationDirectory,
  user: UserRecord,
  setting: GroupSetting,
  { forbidden }: GroupSettingRule,
): boolean {
  if (isGuest(user) && forbidden.includes('role:everyone')) return false
  return directory.isIn(user, setting)
}
