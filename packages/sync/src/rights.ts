import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { State } from './state.ts'

/**
 * Sets the kinds of channels that the user may create, and whether they may add people to channels or invite them. These follow from roles,
 * groups and settings, so no event carries them. A state that lacks one of these stays as it is.
 */
export function withRights(state: State): State {
  const { realm_user_groups: groups, user_id: userId, can_create_streams: known } = state
  if (known === undefined || !groups || userId === undefined) return state
  const may = (setting: GroupSetting | undefined) =>
    state.is_guest !== true && setting !== undefined && isIn(groups, userId, setting)
  const isPublic = may(state.realm_can_create_public_channel_group)
  const isPrivate = may(state.realm_can_create_private_channel_group)
  return {
    ...state,
    can_create_streams: isPublic || isPrivate,
    can_create_public_streams: isPublic,
    can_create_private_streams: isPrivate,
    can_create_web_public_streams:
      state.server_web_public_streams_enabled === true &&
      state.realm_enable_spectator_access === true &&
      may(state.realm_can_create_web_public_channel_group),
    can_subscribe_other_users: may(state.realm_can_add_subscribers_group),
    can_invite_others_to_realm: may(state.realm_can_invite_users_group),
  }
}

/** Whether a group-setting value names a user, directly or through nested groups. */
function isIn(groups: readonly UserGroup[], userId: number, setting: GroupSetting): boolean {
  const { direct_members, direct_subgroups } =
    typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting
  if (direct_members.includes(userId)) return true
  const seen = new Set<number>()
  const contains = (id: number): boolean => {
    const group = groups.find((candidate) => candidate.id === id)
    if (!group || seen.has(id)) return false
    seen.add(id)
    return group.members.includes(userId) || group.direct_subgroup_ids.some(contains)
  }
  return direct_subgroups.some(contains)
}
