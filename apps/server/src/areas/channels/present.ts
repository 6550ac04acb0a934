import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import {
  channelGroupSettingNames,
  type Channel,
  type ChannelGroupSetting,
  type Subscription,
  subscriptionProperties,
  type UnsubscribedChannel,
  postPolicies,
} from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { presentGroupSetting } from '#areas/groups/require-group-setting.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { PersonalPart } from '#model/log-event.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import type { SubscriptionRow } from '#store/channels/subscriptions.ts'

/** Facts of a channel that are looked up, because the directory does not hold them. */
export interface ChannelFacts {
  /** Null when the channel has no messages. */
  readonly firstMessageId: number | null
  readonly subscriberCount: number
}

const noFacts: ChannelFacts = { firstMessageId: null, subscriberCount: 0 }

/** Presents a channel as everybody who may know it sees it. Deprecated fields are computed. */
export function presentChannel(
  directory: OrganizationDirectory,
  channel: ChannelRecord,
  facts: ChannelFacts = noFacts,
  now: number,
): Channel {
  const policy = postPolicy(directory, channel)
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    is_archived: channel.isArchived,
    history_public_to_subscribers: channel.historyPublic,
    message_retention_days: channel.messageRetentionDays,
    first_message_id: facts.firstMessageId,
    folder_id: channel.folderId,
    topics_policy: channel.topicsPolicy,
    is_announcement_only: policy === postPolicies.administrators,
    stream_post_policy: policy,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: weeklyTraffic(channel, channel.recentMessages, now),
    subscriber_count: facts.subscriberCount,
    default_push_notifications: channel.defaultPushNotifications,
    hidden_from_agents: channel.isHiddenFromAgents,
    ...presentSettings(directory, channel),
  }
}

function presentSettings(
  directory: OrganizationDirectory,
  { settings }: ChannelRecord,
): Record<ChannelGroupSetting, GroupSetting> {
  const shown: Partial<Record<ChannelGroupSetting, GroupSetting>> = {}
  for (const name of channelGroupSettingNames) shown[name] = presentGroupSetting(directory, settings[name])
  return shown as Record<ChannelGroupSetting, GroupSetting>
}

const daySeconds = 24 * 3600

/** Returns the nearest of the four policies that older clients know. */
export function postPolicy(directory: OrganizationDirectory, channel: ChannelRecord): number {
  const setting = channel.settings.can_send_message_group
  const name = typeof setting === 'number' ? directory.groups.get(setting)?.name : undefined
  if (name === 'role:administrators' || name === 'role:owners' || name === 'role:nobody')
    return postPolicies.administrators
  if (name === 'role:fullmembers') return postPolicies.fullMembers
  if (name === 'role:moderators') return postPolicies.moderators
  return postPolicies.everybody
}

/** Messages a week, to two digits; null for a channel younger than a week. `recent` counts the last 28 days. */
export function weeklyTraffic(channel: ChannelRecord, recent: number, now: number): number | null {
  const days = Math.floor((now - channel.createdAt) / daySeconds)
  if (days < 7) return null
  const weekly = days >= 28 ? Math.floor(recent / 4) : Math.floor((recent * 7) / days)
  if (weekly === 0 && recent > 0) return 1
  const digits = 10 ** Math.max(0, String(weekly).length - 2)
  return Math.round(weekly / digits) * digits
}

const truth = (bit: 0 | 1 | null) => (bit === null ? null : bit === 1)

export const personalPart = (row: SubscriptionRow): PersonalPart => ({
  color: row.color,
  is_muted: row.is_muted === 1,
  in_home_view: row.is_muted !== 1,
  pin_to_top: row.pin_to_top === 1,
  desktop_notifications: truth(row.desktop_notifications),
  email_notifications: truth(row.email_notifications),
  push_notifications: truth(row.push_notifications),
  audible_notifications: truth(row.audible_notifications),
  wildcard_mentions_notify: truth(row.wildcard_mentions_notify),
})

/** Subscribers of a channel for the answer: all of them, some of them, or none. */
export interface SubscriberPart {
  subscribers?: number[]
  partial_subscribers?: number[]
}

/** Presents a channel with a subscriber's own settings for it. */
export const presentSubscription = (
  channel: Channel,
  row: SubscriptionRow,
  subscribers: SubscriberPart = {},
): Subscription => ({ ...channel, ...personalPart(row), ...subscribers })

const inherited = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
] as const

/** Fits a subscription to a client: if it does not understand null, it gets the user's current setting instead. */
export function fitSubscription(
  subscription: Subscription,
  { user, capabilities }: { readonly user: UserRecord; readonly capabilities: ClientCapabilities },
): Subscription {
  if (capabilities.notification_settings_null) return subscription
  const fitted = { ...subscription }
  for (const name of inherited) fitted[name] ??= settingOf(user, subscriptionProperties[name])
  return fitted
}

export const presentUnsubscribed = (
  channel: Channel,
  subscribers: SubscriberPart = {},
): UnsubscribedChannel => ({ ...channel, ...subscribers })
