import { outsiders, type SystemGroup } from './organization-permissions.ts'

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
