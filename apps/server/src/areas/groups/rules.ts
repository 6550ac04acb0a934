import { type UserGroupSetting, userGroupSettings } from '@tagma/contract/objects/user-group.ts'
import { can, hasPermission } from '#directory/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { settingOfGroup } from './present.ts'

const insufficient = () => badRequest('Insufficient permission')

/** A group by id. Refuses unknown ones. */
export function findGroup(directory: OrganizationDirectory, id: number): GroupRecord {
  const group = directory.groups.get(id)
  if (!group) throw badRequest('Invalid user group')
  return group
}

/** A group that people can change: no system group. */
export function findChangeableGroup(directory: OrganizationDirectory, id: number): GroupRecord {
  const group = findGroup(directory, id)
  if (group.isSystem) throw insufficient()
  return group
}

/** Whether a user manages a group: by the group's own setting or as one who manages all. */
export const mayManageGroup = (directory: OrganizationDirectory, user: UserRecord, group: GroupRecord) =>
  can(directory, user, 'can_manage_all_groups') || isIn(directory, user, group, 'can_manage_group')

export function checkMayManage(directory: OrganizationDirectory, user: UserRecord, group: GroupRecord): void {
  if (!mayManageGroup(directory, user, group)) throw insufficient()
}

/** Whether a user may add others to a group. */
export const mayAddOthers = (directory: OrganizationDirectory, user: UserRecord, group: GroupRecord) =>
  mayManageGroup(directory, user, group) || isIn(directory, user, group, 'can_add_members_group')

/** Refuses unless the user may add others, or subgroups, to a group. */
export function checkMayAddOthers(
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
): void {
  if (!mayAddOthers(directory, user, group)) throw insufficient()
}

/** Refuses unless the user may add these people: oneself by `can_join_group`, others by `can_add_members_group`. */
export function checkMayAdd(
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
  userIds: readonly number[],
): void {
  if (userIds.length === 0 || mayAddOthers(directory, user, group)) return
  const isJoining = userIds.every((id) => id === user.id)
  if (!isJoining || !isIn(directory, user, group, 'can_join_group')) throw insufficient()
}

/** Refuses unless the user may remove these people: oneself by `can_leave_group`, others by `can_remove_members_group`. */
export function checkMayRemove(
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
  userIds: readonly number[],
): void {
  if (userIds.length === 0 || mayManageGroup(directory, user, group)) return
  if (isIn(directory, user, group, 'can_remove_members_group')) return
  const isLeaving = userIds.every((id) => id === user.id)
  if (!isLeaving || !isIn(directory, user, group, 'can_leave_group')) throw insufficient()
}

const isIn = (
  directory: OrganizationDirectory,
  user: UserRecord,
  group: GroupRecord,
  setting: UserGroupSetting,
) => hasPermission(directory, user, settingOfGroup(directory, group, setting), userGroupSettings[setting])

const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** Refuses a name that another group has, or that looks like something else. */
export function checkGroupName(directory: OrganizationDirectory, name: string, ownId?: number): void {
  const prefix = reservedPrefixes.find((reserved) => name.toLowerCase().startsWith(reserved))
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`)
  const other = directory.groupByName(name)
  if (other && other.id !== ownId) throw badRequest(`User group '${name}' already exists.`)
}

/** Refuses groups that do not exist or are deactivated. */
export function checkSubgroups(directory: OrganizationDirectory, groupIds: readonly number[]): void {
  for (const id of groupIds) {
    const group = directory.groups.get(id)
    if (!group) throw badRequest(`Invalid user group ID: ${id}`)
    if (group.isDeactivated) throw badRequest(`User group is deactivated: ${group.name}`)
  }
}
