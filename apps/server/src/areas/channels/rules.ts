import { type ChannelGroupSetting, channelGroupSettings } from '@tagma/contract/objects/channel.ts'
import { can, hasPermission } from '#directory/can.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isOpenToSpectators, isSpectator } from '#directory/spectator.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { isAdministrator, isGuest } from '#model/roles.ts'

// Rules for channels. Pure: the caller looks up in the store whether the user is subscribed.

/** Tells whether a user may know that a channel exists, with its name and description. */
export function mayKnowChannel(
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
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
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
  isSubscribed: boolean,
): boolean {
  if (isSpectator(user)) return isOpenToSpectators(channel)
  if (isSubscribed || channel.isWebPublic) return true
  if (isGuest(user)) return false
  return !channel.isPrivate || hasContentPermission(directory, user, channel)
}

/** Tells whether a user gets access to the content without a subscription: they may subscribe themselves or others. */
function hasContentPermission(
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
): boolean {
  return (
    canInChannel(directory, user, channel, 'can_subscribe_group') ||
    canInChannel(directory, user, channel, 'can_add_subscribers_group')
  )
}

/** Tells whether a user may post in a channel that they may read. */
export function mayPost(directory: OrganizationDirectory, user: UserRecord, channel: ChannelRecord): boolean {
  return !channel.isArchived && canInChannel(directory, user, channel, 'can_send_message_group')
}

/**
 * Tells whether a user may remove a user from a channel: themselves always, others by the settings of channel and
 * organization.
 */
export function mayRemoveSubscriber(
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
  target: UserRecord,
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
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: Pick<ChannelRecord, 'settings'>,
): boolean {
  return (
    can(directory, user, 'can_add_subscribers_group') ||
    canInChannel(directory, user, channel, 'can_add_subscribers_group')
  )
}

/** Tells whether a user may change a channel that they may know. */
export function mayAdministerChannel(
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: ChannelRecord,
): boolean {
  return isAdministrator(user) || canInChannel(directory, user, channel, 'can_administer_channel_group')
}

/** Tells whether subscribers see the messages from before their subscription. */
export const hasSharedHistory = (channel: ChannelRecord) => channel.historyPublic

/** Tells whether one of a channel's own settings names a user. */
function canInChannel(
  directory: OrganizationDirectory,
  user: UserRecord,
  channel: Pick<ChannelRecord, 'settings'>,
  permission: ChannelGroupSetting,
): boolean {
  return hasPermission(directory, user, channel.settings[permission], channelGroupSettings[permission])
}
