import * as z from 'zod'
import { field } from '../define.ts'
import { groupSetting } from '../primitives.ts'
import { outsiders, type SystemGroup } from '../settings/organization-permissions.ts'

/** The permissions of each user group, with the system groups that each cannot have. */
export const userGroupSettings = {
  can_add_members_group: {
    since: 305,
    initial: 'group_creator',
    doc: 'Who may add members.',
    forbidden: outsiders,
  },
  can_join_group: {
    since: 301,
    initial: 'role:nobody',
    doc: 'Who may join.',
    forbidden: outsiders,
  },
  can_leave_group: {
    since: 308,
    initial: 'role:everyone',
    doc: 'Who may leave.',
    forbidden: ['role:internet'],
  },
  can_manage_group: {
    since: 283,
    initial: 'group_creator',
    doc: 'Who may change the group, its members and its permissions.',
    forbidden: outsiders,
  },
  can_mention_group: {
    since: 191,
    initial: 'role:everyone',
    doc: 'Who may mention the group.',
    forbidden: ['role:internet', 'role:owners'],
  },
  can_remove_members_group: {
    since: 324,
    initial: 'role:nobody',
    doc: 'Who may remove members.',
    forbidden: outsiders,
  },
} as const satisfies Record<
  string,
  { since: number; initial: SystemGroup | 'group_creator'; doc: string; forbidden: readonly SystemGroup[] }
>
export type UserGroupSetting = keyof typeof userGroupSettings
export const userGroupSettingNames = Object.keys(userGroupSettings) as UserGroupSetting[]

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
