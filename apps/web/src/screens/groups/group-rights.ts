import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { type UserGroupSetting, userGroupSettings } from '@tagma/contract/settings/group-permissions.ts'
import { can, hasPermission } from '@tagma/rules/can.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'

/** Things that one does to a group. */
export type GroupDeed = 'manage' | 'add' | 'remove'

const ownSettings: Readonly<Record<GroupDeed, UserGroupSetting>> = {
  manage: 'can_manage_group',
  add: 'can_add_members_group',
  remove: 'can_remove_members_group',
}

/** Returns why one may not do something to a group, as a sentence, or undefined. The server decides by the same rules. */
export function groupReason(state: State, group: UserGroup, deed: GroupDeed): string | undefined {
  if (group.is_system_group) return t('groups.system')
  if (may(state, group, ownSettings[deed]) || may(state, group, 'can_manage_group')) return undefined
  if (can(organizationOf(state), selfOf(state), 'can_manage_all_groups')) return undefined
  const settings = new Set([ownSettings[deed], 'can_manage_group'] as const)
  const all = state.realm_can_manage_all_groups
  const who = whoMay(state, ...[...settings].map((name) => group[name]), ...(all === undefined ? [] : [all]))
  return who === undefined ? t('groups.nobody-may') : t('groups.only-may', { who })
}

/** Whether one may join a group by oneself. */
export const mayJoin = (state: State, group: UserGroup): boolean =>
  groupReason(state, group, 'add') === undefined ||
  (!group.is_system_group && may(state, group, 'can_join_group'))

/** Whether one may leave a group. */
export const mayLeave = (state: State, group: UserGroup): boolean =>
  groupReason(state, group, 'remove') === undefined ||
  (!group.is_system_group && may(state, group, 'can_leave_group'))

/** Returns why one may not make groups, or undefined. */
export function newGroupReason(state: State): string | undefined {
  if (can(organizationOf(state), selfOf(state), 'can_create_groups')) return undefined
  const setting = state.realm_can_create_groups
  const who = setting === undefined ? undefined : whoMay(state, setting)
  return who === undefined ? t('groups.nobody-may') : t('groups.only-may', { who })
}

const selfOf = (state: State) => personOf(state, state.user_id ?? -1)

const may = (state: State, group: UserGroup, name: UserGroupSetting) =>
  hasPermission(organizationOf(state), selfOf(state), group[name], userGroupSettings[name])
