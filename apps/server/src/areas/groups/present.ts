import {
  type UserGroup,
  type UserGroupSetting,
  userGroupSettingNames,
} from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { GroupRecord } from '#model/records.ts'
import { directMembers } from './members.ts'
import { presentGroupSetting } from './require-group-setting.ts'

/** Presents a group. `members` saves looking through all users for each of the system groups. */
export function presentGroup(
  directory: OrganizationDirectory,
  group: GroupRecord,
  members: readonly number[] = directMembers(directory, group),
): UserGroup {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.createdAt,
    creator_id: group.creatorId,
    members: [...members],
    direct_subgroup_ids: [...group.subgroups].toSorted((a, b) => a - b),
    is_system_group: group.isSystem,
    deactivated: group.isDeactivated,
    ...presentSettings(directory, group),
  }
}

function presentSettings(
  directory: OrganizationDirectory,
  group: GroupRecord,
): Record<UserGroupSetting, GroupSetting> {
  const shown: Partial<Record<UserGroupSetting, GroupSetting>> = {}
  for (const name of userGroupSettingNames)
    shown[name] = presentGroupSetting(directory, settingOfGroup(directory, group, name))
  return shown as Record<UserGroupSetting, GroupSetting>
}

/** Reads a permission of a group. System groups have no permissions: nobody joins, changes or mentions them. */
export const settingOfGroup = (
  directory: OrganizationDirectory,
  group: GroupRecord,
  name: UserGroupSetting,
): GroupSetting => group.settings[name] ?? directory.systemGroup('role:nobody').id
