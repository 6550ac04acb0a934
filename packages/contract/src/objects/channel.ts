import * as z from 'zod'
import { field } from '../define.ts'
import { groupSetting } from '../primitives.ts'
import {
  type ChannelGroupSetting,
  channelGroupSettings,
  channelGroupSettingNames,
} from '../settings/channel-permissions.ts'
import { topicsPolicies } from '../topics-policies.ts'

export const topicsPolicy = z.enum(topicsPolicies)
export { topicsPolicies, type TopicsPolicy } from '../topics-policies.ts'

/** The values of `stream_post_policy`, which tells older clients who may post in a channel. */
export const postPolicies = { everybody: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const

export {
  channelGroupSettings,
  channelGroupSettingNames,
  type ChannelGroupSetting,
} from '../settings/channel-permissions.ts'

/** The feature levels of a permission, as a field and as a parameter. */
export function levelsOfChannelSetting(name: ChannelGroupSetting, use: 'field' | 'parameter') {
  const { since } = channelGroupSettings[name]
  if (name !== 'can_remove_subscribers_group') return { since }
  const changes = [
    { level: 197, text: 'Renamed from `can_remove_subscribers_group_id`.' },
    { level: 320, text: 'A group-setting value rather than the id of a system group.' },
  ]
  return { since: use === 'field' ? since : 161, changes }
}

const groupSettingFields = Object.fromEntries(
  channelGroupSettingNames.map((name) => [
    name,
    field(groupSetting, channelGroupSettings[name].doc, levelsOfChannelSetting(name, 'field')),
  ]),
) as Record<ChannelGroupSetting, typeof groupSetting>

/** A channel as everybody who may see it sees it. */
export const channelFields = {
  stream_id: field(z.int(), 'Id of the channel.'),
  name: field(z.string(), 'Name of the channel.'),
  description: field(z.string(), 'Markdown.'),
  rendered_description: field(z.string(), 'HTML.'),
  date_created: field(z.int(), 'UNIX seconds.', { since: 30 }),
  creator_id: field(z.int().nullable(), 'Id of the user who created the channel; null if unknown.', {
    since: 254,
  }),
  invite_only: field(z.boolean(), 'True for private channels.'),
  is_web_public: field(z.boolean(), 'True if people without an account may read the channel.'),
  is_archived: field(z.boolean(), 'True for archived channels.', { since: 315 }),
  history_public_to_subscribers: field(z.boolean(), 'True if new subscribers may read earlier messages.'),
  message_retention_days: field(
    z.int().nullable(),
    'Days before messages are deleted. Null inherits the organization’s setting, -1 keeps messages for ever.',
    { since: 17 },
  ),
  first_message_id: field(
    z.int().nullable(),
    'Id of the first message; null if the channel has no messages.',
  ),
  folder_id: field(z.int().nullable(), 'Id of the channel’s folder; null without a folder.', { since: 389 }),
  topics_policy: field(topicsPolicy, 'Whether messages may or must be without a topic.', {
    since: 392,
    changes: [{ level: 404, text: 'Added `empty_topic_only`.' }],
  }),
  is_announcement_only: field(z.boolean(), 'True if only administrators may post.', { deprecated: 1 }),
  stream_post_policy: field(
    z.int(),
    'Who may post: 1 anybody, 2 administrators, 3 full members, 4 moderators. The nearest of these is given.',
    { deprecated: 333 },
  ),
  is_recently_active: field(z.boolean(), 'True if the channel has recent messages.', { since: 323 }),
  stream_weekly_traffic: field(
    z.int().nullable(),
    'The rounded number of messages a week; null while the channel is too new to say.',
  ),
  subscriber_count: field(z.int(), 'Number of active subscribers.', { since: 394 }),
  default_push_notifications: field(
    z.boolean(),
    'Whether push notifications are on when a user subscribes for the first time.',
    { since: 507 },
  ),
  hidden_from_agents: field(
    z.boolean(),
    'Whether [agents](agents) do not see the channel: tools at `/mcp` act as if it did not exist. Programs that call the API see it. A setting of Tagma; Zulip has none for this.',
  ),
  ...groupSettingFields,
}

/** A channel as GET /streams and the `stream` events give it. */
export const channel = z.strictObject({ ...channelFields })
export type Channel = z.output<typeof channel>

/** The personal settings of a subscription, each with the user setting that a null inherits. */
export const subscriptionProperties = {
  color: null,
  is_muted: null,
  in_home_view: null,
  pin_to_top: null,
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const
export type SubscriptionProperty = keyof typeof subscriptionProperties

/** A channel with the settings of one subscriber. */
export const subscription = z.strictObject({
  ...channelFields,
  subscribers: field(
    z.array(z.int()).optional(),
    'Ids of all subscribers. Returned with `include_subscribers`.',
  ),
  partial_subscribers: field(
    z.array(z.int()).optional(),
    'Ids of some subscribers: all bots and everybody active in the last 14 days.',
    { since: 412 },
  ),
  color: field(z.string(), 'Personal color, `#rrggbb`.'),
  is_muted: field(z.boolean(), 'Whether the user has muted the channel.'),
  in_home_view: field(z.boolean(), 'The opposite of `is_muted`.', { deprecated: 1 }),
  pin_to_top: field(z.boolean(), 'Whether the channel is pinned.'),
  desktop_notifications: field(
    z.boolean().nullable(),
    'Null inherits `enable_stream_desktop_notifications`.',
  ),
  email_notifications: field(z.boolean().nullable(), 'Null inherits `enable_stream_email_notifications`.'),
  push_notifications: field(z.boolean().nullable(), 'Null inherits `enable_stream_push_notifications`.'),
  audible_notifications: field(
    z.boolean().nullable(),
    'Null inherits `enable_stream_audible_notifications`.',
  ),
  wildcard_mentions_notify: field(z.boolean().nullable(), 'Null inherits `wildcard_mentions_notify`.'),
})
export type Subscription = z.output<typeof subscription>

/** A channel that the user may see but is not subscribed to, as the registration response lists it. */
export const unsubscribedChannel = z.strictObject({
  ...channelFields,
  subscribers: field(
    z.array(z.int()).optional(),
    'Ids of all subscribers. Returned with `include_subscribers`.',
  ),
  partial_subscribers: field(z.array(z.int()).optional(), 'Ids of some subscribers.', { since: 412 }),
})
export type UnsubscribedChannel = z.output<typeof unsubscribedChannel>
