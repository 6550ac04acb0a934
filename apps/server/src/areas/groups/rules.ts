import { type UserGroupSetting, userGroupSettings } from '@tagma/contract/objects/user-group.ts'
import { can, hasPermission } from '@tagma/rules/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { settingOfGroup } from './present.ts'

const insufficient = () => badRequest('Insufficient permission')

/** Finds a group by id. Refuses unknown ones. */
export function findGroup(directory: OrganizationDirectory, id: number): GroupRecord {
  const group = directory.groups.get(id)
  if (!group) throw badRequest('Invalid user group')
  return group
}

/** Finds a group that people can change. Refuses system groups. */
export function findChangeableGroup(directory: OrganizationDirectory, id: number): GroupRecord {
  const group = findGroup(directory, id)
  if (group.isSystem) throw insufficient()
  return group
}

/** Tells whether a user manages a group: by the group's own setting or by the permission to manage all. */
export const mayManageGroup = (directory: OrganizationDirectory, user: UserRecord, group: GroupRecord) =>
  can(directory, user, 'can_manage_all_groups') || isIn(directory, user, group, 'can_manage_group')

/**
 * Returns a group that the user can change. Refuses unknown groups, system groups and groups that the user does not
 * manage.
 */
export function requireManagedGroup(
  directory: OrganizationDirectory,
  user: UserRecord,
  id: number,
): GroupRecord {
  const group = findChangeableGroup(directory, id)
  if (!mayManageGroup(directory, user, group)) throw insufficient()
  return group
}

/** Tells whether a user may add other people or subgroups to a group. Of some groups, a SCIM client or a sign-in service decides who is in. */
export const mayAddOthers = (directory: OrganizationDirectory, user: UserRecord, group: GroupRecord) =>
  group.managedBy === null &&
  (mayManageGroup(directory, user, group) || isIn(directory, user, group, 'can_add_members_group'))

/** Tells whether a user may add these people: oneself by `can_join_group`, others by `can_add_members_group`. */
export const mayAddMembers = (
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
  userIds: readonly number[],
): boolean =>
  userIds.length === 0 ||
  mayAddOthers(directory, user, group) ||
  (userIds.every((id) => id === user.id) && isIn(directory, user, group, 'can_join_group'))

/** Tells whether a user may remove these people: oneself by `can_leave_group`, others by `can_remove_members_group`. */
export const mayRemoveMembers = (
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
  userIds: readonly number[],
): boolean =>
  userIds.length === 0 ||
  mayManageGroup(directory, user, group) ||
  isIn(directory, user, group, 'can_remove_members_group') ||
  (userIds.every((id) => id === user.id) && isIn(directory, user, group, 'can_leave_group'))

const isIn = (
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
  setting: UserGroupSetting,
) => hasPermission(directory, user, settingOfGroup(directory, group, setting), userGroupSettings[setting])

const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** Returns why a group cannot have a name, or undefined: another group has it, or it looks like something else. */
export function groupNameProblem(
  directory: OrganizationDirectory,
  name: string,
  ownId?: number,
): string | undefined {
  const prefix = reservedPrefixes.find((reserved) => name.toLowerCase().startsWith(reserved))
  if (prefix !== undefined) return `User group name cannot start with '${prefix}'.`
  const other = directory.groupByName(name)
  return other && other.id !== ownId ? `User group '${name}' already exists.` : undefined
}

/** Returns the groups with these ids. Refuses groups that are unknown or deactivated. */
export const requireSubgroups = (
  directory: OrganizationDirectory,
  groupIds: readonly number[],
): GroupRecord[] =>
  groupIds.map((id) => {
    const group = directory.groups.get(id)
    if (!group) throw badRequest(`Invalid user group ID: ${id}`)
    if (group.isDeactivated) throw badRequest(`User group is deactivated: ${group.name}`)
    return group
  })
