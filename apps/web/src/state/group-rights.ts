import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { type UserGroupSetting, userGroupSettings } from '@tagma/contract/settings/group-permissions.ts'
import { can, hasPermission } from '@tagma/rules/can.ts'
import { isGuest } from '@tagma/rules/roles.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { t } from '#words/words.ts'
import { whoMay } from './who-may.ts'

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

/** Whether one may leave a group. Guests change no groups, not even by leaving them. */
export const mayLeave = (state: State, group: UserGroup): boolean =>
  !isGuest(selfOf(state)) &&
  (groupReason(state, group, 'remove') === undefined ||
    (!group.is_system_group && may(state, group, 'can_leave_group')))

/** People and groups that come into a group, and those that leave it. */
export interface MemberChange {
  readonly add?: readonly number[]
  readonly remove?: readonly number[]
  readonly addGroups?: readonly number[]
  readonly removeGroups?: readonly number[]
}

/** Returns the change that takes another one back. */
export const reverseOf = ({ add, remove, addGroups, removeGroups }: MemberChange): MemberChange => ({
  ...(remove && { add: remove }),
  ...(add && { remove: add }),
  ...(removeGroups && { addGroups: removeGroups }),
  ...(addGroups && { removeGroups: addGroups }),
})

/**
 * Whether one may still take a change of a group back once it is done: who leaves a group can lose the right to come in
 * again.
 */
export function mayTakeBack(state: State, group: UserGroup, change: MemberChange): boolean {
  const after = withChange(state, group, change)
  const changed = after.realm_user_groups?.find(({ id }) => id === group.id) ?? group
  const { add = [], remove = [], addGroups = [], removeGroups = [] } = reverseOf(change)
  const isOnlySelf = (ids: readonly number[]) => ids.length === 1 && ids[0] === state.user_id
  const mayAdd =
    groupReason(after, changed, 'add') === undefined ||
    (addGroups.length === 0 && isOnlySelf(add) && mayJoin(after, changed))
  const mayRemove =
    groupReason(after, changed, 'remove') === undefined ||
    (removeGroups.length === 0 && isOnlySelf(remove) && mayLeave(after, changed))
  return (
    (add.length + addGroups.length === 0 || mayAdd) &&
    (remove.length + removeGroups.length === 0 || mayRemove)
  )
}

/** Returns what will be known once a change of a group has happened. */
function withChange(state: State, group: UserGroup, change: MemberChange): State {
  const { add = [], remove = [], addGroups = [], removeGroups = [] } = change
  const changed: UserGroup = {
    ...group,
    members: [...new Set([...group.members, ...add])].filter((id) => !remove.includes(id)),
    direct_subgroup_ids: [...new Set([...group.direct_subgroup_ids, ...addGroups])].filter(
      (id) => !removeGroups.includes(id),
    ),
  }
  return {
    ...state,
    realm_user_groups: state.realm_user_groups?.map((each) => (each.id === group.id ? changed : each)),
  }
}

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
