import * as z from 'zod'
import { field } from '../define.ts'
import { groupSetting } from '../primitives.ts'
import {
  type UserGroupSetting,
  userGroupSettings,
  userGroupSettingNames,
} from '../settings/group-permissions.ts'

export {
  userGroupSettings,
  userGroupSettingNames,
  type UserGroupSetting,
} from '../settings/group-permissions.ts'

/** The feature levels of a permission, as a field and as a parameter. */
export function levelsOfGroupSetting(name: UserGroupSetting) {
  const { since } = userGroupSettings[name]
  if (name !== 'can_mention_group') return { since }
  const changes = [
    { level: 198, text: 'Renamed from `can_mention_group_id`.' },
    { level: 258, text: 'Can be an object.' },
  ]
  return { since, changes }
}

const settingFields = Object.fromEntries(
  userGroupSettingNames.map((name) => [
    name,
    field(groupSetting, userGroupSettings[name].doc, levelsOfGroupSetting(name)),
  ]),
) as Record<UserGroupSetting, typeof groupSetting>

/** A user group as the API gives it. */
export const userGroup = z.strictObject({
  id: field(z.int(), 'Id of the group.'),
  name: field(z.string(), 'Name of the group; `role:…` for system groups.'),
  description: field(z.string(), 'The purpose of the group.'),
  date_created: field(z.int().nullable(), 'The time of creation in UNIX seconds; null for system groups.', {
    since: 292,
  }),
  creator_id: field(z.int().nullable(), 'Id of the user who created it; null for system groups.', {
    since: 292,
  }),
  members: field(z.array(z.int()), 'Ids of the direct members, without deactivated users.', {
    changes: [{ level: 303, text: 'Without deactivated users.' }],
  }),
  direct_subgroup_ids: field(z.array(z.int()), 'Ids of its subgroups.', { since: 131 }),
  is_system_group: field(z.boolean(), 'Whether roles decide who is a member.', { since: 93 }),
  deactivated: field(z.boolean(), 'Whether the group is deactivated.', { since: 290 }),
  ...settingFields,
})
export type UserGroup = z.output<typeof userGroup>
