import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  type OrganizationPermissionName,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import type { GroupSettingRule } from '#areas/groups/require-group-setting.ts'
import type { UserRecord } from '#model/records.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/** Whether a user has one of the organization's permissions. */
export function can(
  directory: OrganizationDirectory,
  user: UserRecord,
  permission: OrganizationPermissionName,
): boolean {
  const setting = directory.organization.settings[permission]
  return hasPermission(directory, user, setting, organizationPermissions[permission])
}

/** Whether a setting names a user. A guest never has a permission that everybody together cannot have. */
export function hasPermission(
  directory: OrganizationDirectory,
  user: UserRecord,
  setting: GroupSetting,
  { forbidden }: GroupSettingRule,
): boolean {
  if (isGuest(user) && forbidden.includes('role:everyone')) return false
  return directory.isIn(user, setting)
}

/** Whether a user administers the organization. */
export const isAdministrator = (user: UserRecord) => user.role <= 200

export const isOwner = (user: UserRecord) => user.role <= 100

export const isGuest = (user: UserRecord) => user.role >= 600
