import type { ChannelGroupSetting } from '@tagma/contract/objects/channel.ts'
import { channelGroupSettings } from '@tagma/contract/settings/channel-permissions.ts'
import { can, hasPermission } from './can.ts'
import type { Person, RuledChannel, RuledOrganization } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'
import { isOpenToSpectators, isSpectator } from './spectator.ts'

// Rules for channels. The caller looks up whether the user is subscribed.

/** Somebody who may be a bot. */
type Bot = Pick<Person, 'id'> & { readonly botOwnerId: number | null }

/** Tells whether a user may know that a channel exists, with its name and description. */
export function mayKnowChannel(
  directory: RuledOrganization,
  user: Person,
  channel: RuledChannel,
  isSubscribed: boolean,
): boolean {
  if (isSpectator(user)) return isOpenToSpectators(channel)
  if (isSubscribed || channel.isWebPublic) return true
  if (isGuest(user)) return false
  if (!channel.isPrivate) return true
  return (
    isAdministrator(user) ||
    hasContentPermission(directory, user, channel) ||
    canInChannel(directory, user, channel, 'can_administer_channel_group')
  )
}

/** Tells whether a user may read a channel's messages, now or after subscribing. */
export function mayReadChannel(
  directory: RuledOrganization,
  user: Person,
  channel: RuledChannel,
  isSubscribed: boolean,
): boolean {
  if (isSpectator(user)) return isOpenToSpectators(channel)
  if (isSubscribed || channel.isWebPublic) return true
  if (isGuest(user)) return false
  return !channel.isPrivate || hasContentPermission(directory, user, channel)
}

/** Tells whether a user gets access to the content without a subscription: they may subscribe themselves or others. */
function hasContentPermission(directory: RuledOrganization, user: Person, channel: RuledChannel): boolean {
  return (
    canInChannel(directory, user, channel, 'can_subscribe_group') ||
    canInChannel(directory, user, channel, 'can_add_subscribers_group')
  )
}

/** Tells whether a user may post in a channel that they may read. */
export function mayPost(directory: RuledOrganization, user: Person, channel: RuledChannel): boolean {
  return !channel.isArchived && canInChannel(directory, user, channel, 'can_send_message_group')
}

/**
 * Tells whether a user may remove a user from a channel: themselves always, others by the settings of channel and
 * organization.
 */
export function mayRemoveSubscriber(
  directory: RuledOrganization,
  user: Person,
  channel: RuledChannel,
  target: Bot,
  isSubscribed: boolean,
): boolean {
  if (user.id === target.id || isAdministrator(user)) return true
  if (!mayReadChannel(directory, user, channel, isSubscribed)) return false
  return (
    target.botOwnerId === user.id || canInChannel(directory, user, channel, 'can_remove_subscribers_group')
  )
}

/** Tells whether a user may subscribe others to a channel whose messages they may read. */
export function mayAddSubscribers(
  directory: RuledOrganization,
  user: Person,
  channel: Pick<RuledChannel, 'settings'>,
): boolean {
  return (
    can(directory, user, 'can_add_subscribers_group') ||
    canInChannel(directory, user, channel, 'can_add_subscribers_group')
  )
}

/** Tells whether a user may change a channel that they may know. */
export function mayAdministerChannel(
  directory: RuledOrganization,
  user: Person,
  channel: RuledChannel,
): boolean {
  return isAdministrator(user) || canInChannel(directory, user, channel, 'can_administer_channel_group')
}

/** Tells whether subscribers see the messages from before their subscription. */
export const hasSharedHistory = (channel: RuledChannel) => channel.historyPublic

/** Tells whether one of a channel's own settings names a user. */
function canInChannel(
  directory: RuledOrganization,
  user: Person,
  channel: Pick<RuledChannel, 'settings'>,
  permission: ChannelGroupSetting,
): boolean {
  return hasPermission(directory, user, channel.settings[permission], channelGroupSettings[permission])
}
