import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { membershipOf, personOf } from './selectors/rights.ts'
import type { State } from './state.ts'

/**
 * Sets the kinds of channels that the user may create, and whether they may add people to channels or invite them. These follow from roles,
 * groups and settings, so no event carries them. A state that lacks one of these stays as it is.
 */
export function withRights(state: State): State {
  const { realm_user_groups: groups, user_id: userId, can_create_streams: known } = state
  if (known === undefined || !groups || userId === undefined) return state
  const person = personOf(state, userId)
  const may = (setting: GroupSetting | undefined) =>
    state.is_guest !== true && setting !== undefined && membershipOf(groups).isIn(person, setting)
  const isPublic = may(state.realm_can_create_public_channel_group)
  const isPrivate = may(state.realm_can_create_private_channel_group)
  const rights: Partial<State> = {
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
  const isSame = Object.entries(rights).every(([name, value]) => state[name as keyof State] === value)
  return isSame ? state : { ...state, ...rights }
}
