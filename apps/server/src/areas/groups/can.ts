import type { OrganizationPermissionName } from '@tagma/contract/settings/organization-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'

/** Whether a user has one of the organization's permissions. */
export function can(
  directory: OrganizationDirectory,
  user: UserRecord,
  permission: OrganizationPermissionName,
): boolean {
  return directory.isIn(user, directory.organization.settings[permission])
}

/** Whether a user administers the organization. */
export const isAdministrator = (user: UserRecord) => user.role <= 200

export const isOwner = (user: UserRecord) => user.role <= 100

export const isGuest = (user: UserRecord) => user.role >= 600
