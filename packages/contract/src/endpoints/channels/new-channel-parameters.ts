import * as z from 'zod'
import { either, json, type Parameter } from '../../define.ts'
import {
  type ChannelGroupSetting,
  channelGroupSettingNames,
  channelGroupSettings,
  levelsOfChannelSetting,
  topicsPolicy,
} from '../../objects/channel.ts'
import { groupSetting } from '../../primitives.ts'

/** Days before messages are deleted, or a word for what is not a number of days. */
export const retention = z.union([
  z
    .int()
    .positive()
    .max(2 ** 31 - 1),
  z.enum(['realm_default', 'unlimited']),
])

/** Users by id or, as older clients send them, by API email address; not mixed. */
export const principals = z.union([z.array(z.int().nonnegative()), z.array(z.string())])

/** What became of calls that name users who are unknown or deactivated. */
export const principalErrors = {
  level: 208,
  text: 'An unknown or deactivated principal is `BAD_REQUEST` with status 400; it was `UNAUTHORIZED_PRINCIPAL` with status 403.',
}

/** Whom `principals` may hold. */
export const changesOfPrincipals = [{ level: 9, text: 'User ids are accepted beside email addresses.' }]

const groupSettingParameters = Object.fromEntries(
  channelGroupSettingNames.map((name) => [
    name,
    json(groupSetting.optional(), channelGroupSettings[name].doc, levelsOfChannelSetting(name, 'parameter')),
  ]),
) as Record<ChannelGroupSetting, Parameter<z.ZodOptional<typeof groupSetting>>>

/** What can be said about a channel when it is made. */
export const newChannelParameters = {
  announce: json(z.boolean().default(false), 'Whether the notification bot announces new channels.'),
  invite_only: json(z.boolean().default(false), 'Whether new channels are private.'),
  is_web_public: json(z.boolean().default(false), 'Whether new channels are web-public.', { since: 98 }),
  is_default_stream: json(
    z.boolean().default(false),
    'Whether new users are subscribed to new channels. Administrators only.',
    { since: 200 },
  ),
  history_public_to_subscribers: json(
    z.boolean().optional(),
    'Whether new subscribers may read earlier messages; by default only in channels that are not private.',
  ),
  message_retention_days: either(
    retention.default('realm_default'),
    'Days before messages are deleted; `realm_default` for the organization’s setting, `unlimited` to keep them for ever. Owners only.',
    { since: 17, changes: [{ level: 91, text: '`unlimited` was called `forever` before.' }] },
  ),
  default_push_notifications: json(
    z.boolean().optional(),
    'Whether a user’s first subscription starts with push notifications. Administrators only.',
    { since: 507 },
  ),
  folder_id: json(z.int().nonnegative().nullable().optional(), 'Id of the folder of new channels.', {
    since: 389,
  }),
  topics_policy: either(topicsPolicy.default('inherit'), 'Whether messages may or must go without a topic.', {
    since: 392,
    changes: [{ level: 404, text: 'Added `empty_topic_only`.' }],
  }),
  send_new_subscription_messages: json(
    z.boolean().default(true),
    'Whether people whom somebody else subscribes are told by a direct message.',
    { since: 397 },
  ),
  ...groupSettingParameters,
}
