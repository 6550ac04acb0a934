import { can } from '@tagma/rules/can.ts'
import {
  mayAddSubscribers,
  mayAdministerChannel,
  mayReadChannel,
  mayRemoveSubscriber,
} from '@tagma/rules/channels.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Channel } from '#state/channels.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'

/** Parts of a channel that different people may change. */
export type ChannelPart = 'details' | 'privacy' | 'access' | 'deletion' | 'topics' | 'newcomers' | 'retention'

/** Returns why one may not change a part of a channel, as a sentence, or undefined. The server decides by the same rules. */
export function changeReason(state: State, channel: Channel, part: ChannelPart): string | undefined {
  const organization = organizationOf(state)
  const self = personOf(state, state.user_id ?? -1)
  const ruled = ruledChannel(channel)
  if (!mayAdministerChannel(organization, self, ruled))
    return onlyThese(state, ['role:administrators'], channel.can_administer_channel_group)
  if (part !== 'privacy' && part !== 'access') return partReason(state, part)
  return mayReadChannel(organization, self, ruled, isSubscribed(state, channel))
    ? undefined
    : t('channel.only-readers')
}

/** Parts of a channel whose rights do not depend on the channel. */
export type GeneralPart = Exclude<ChannelPart, 'privacy' | 'access'>

/** Returns why those who administer a channel may not change a part of it, or undefined. It holds for new channels, too. */
export function partReason(state: State, part: GeneralPart): string | undefined {
  const organization = organizationOf(state)
  const self = personOf(state, state.user_id ?? -1)
  switch (part) {
    case 'deletion':
      return can(organization, self, 'can_set_delete_message_policy_group')
        ? undefined
        : onlyThese(state, [], state.realm_can_set_delete_message_policy_group)
    case 'topics':
      return can(organization, self, 'can_set_topics_policy_group')
        ? undefined
        : onlyThese(state, [], state.realm_can_set_topics_policy_group)
    case 'newcomers':
      return isAdministrator(self) ? undefined : onlyThese(state, ['role:administrators'])
    case 'retention':
      return isOwner(self) ? undefined : onlyThese(state, ['role:owners'])
    case 'details':
      return undefined
  }
}

/** Returns why one may not add people to a channel, or undefined. */
export function addReason(state: State, channel: Channel): string | undefined {
  const organization = organizationOf(state)
  const self = personOf(state, state.user_id ?? -1)
  const ruled = ruledChannel(channel)
  if (channel.is_archived) return t('channel.is-archived')
  if (!mayReadChannel(organization, self, ruled, isSubscribed(state, channel)))
    return t('channel.only-readers')
  if (mayAddSubscribers(organization, self, ruled)) return undefined
  return onlyThese(state, [], channel.can_add_subscribers_group, state.realm_can_add_subscribers_group)
}

/** Whether one may take somebody out of a channel. */
export function mayRemove(state: State, channel: Channel, userId: number): boolean {
  return mayRemoveSubscriber(
    organizationOf(state),
    personOf(state, state.user_id ?? -1),
    ruledChannel(channel),
    personOf(state, userId),
    isSubscribed(state, channel),
  )
}

export const isSubscribed = (state: State, { stream_id }: Channel): boolean =>
  state.subscriptions?.some((each) => each.stream_id === stream_id) === true

function onlyThese(
  state: State,
  systemGroups: readonly string[],
  ...settings: readonly (Channel['can_send_message_group'] | undefined)[]
): string {
  const groupIds = systemGroups.flatMap(
    (name) => state.realm_user_groups?.find((group) => group.name === name)?.id ?? [],
  )
  const who = whoMay(state, ...groupIds, ...settings.filter((setting) => setting !== undefined))
  return who === undefined ? t('channel.nobody-may') : t('channel.only-may', { who })
}
