import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { membershipOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'

/** Whether the reader may make invitation links. */
export const mayInviteByLink = (state: State | undefined): boolean =>
  state !== undefined && state.is_guest !== true && isIn(state, state.realm_create_multiuse_invite_group)

/** Whether the reader may invite people by mail. */
export const mayInviteByMail = (state: State | undefined): boolean =>
  state?.can_invite_others_to_realm === true

type OwnChannel = NonNullable<State['subscriptions']>[number]

/** Returns the reader's channels that newcomers can be given: default channels, and those to which the reader may add people. */
export function channelsToGive(state: State | undefined): readonly OwnChannel[] {
  const defaults = new Set(state?.realm_default_streams)
  return (state?.subscriptions ?? []).filter(
    (channel) =>
      !channel.is_archived &&
      (defaults.has(channel.stream_id) ||
        state?.can_subscribe_other_users === true ||
        (state !== undefined && isIn(state, channel.can_add_subscribers_group))),
  )
}

function isIn(state: State, setting: GroupSetting | undefined): boolean {
  const { realm_user_groups: groups, user_id: userId } = state
  if (setting === undefined || !groups || userId === undefined) return false
  return membershipOf(groups).isIn(personOf(state, userId), setting)
}
