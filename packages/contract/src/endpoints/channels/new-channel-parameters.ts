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

/** Days before messages are deleted, or a word in place of a number. */
export const retention = z.union([
  z
    .int()
    .positive()
    .max(2 ** 31 - 1),
  z.enum(['realm_default', 'unlimited']),
])

/** Users by id or, from older clients, by API email address. One list holds one kind. */
export const principals = z.union([z.array(z.int().nonnegative()), z.array(z.string())])

/** Changes of the answer to calls that name unknown or deactivated users. */
export const principalErrors = {
  level: 208,
  text: 'An unknown or deactivated principal is `BAD_REQUEST` with status 400; it was `UNAUTHORIZED_PRINCIPAL` with status 403.',
}

/** Changes of what `principals` accepts. */
export const changesOfPrincipals = [{ level: 9, text: 'Accepts user ids beside email addresses.' }]

const groupSettingParameters = Object.fromEntries(
  channelGroupSettingNames.map((name) => [
    name,
    json(groupSetting.optional(), channelGroupSettings[name].doc, levelsOfChannelSetting(name, 'parameter')),
  ]),
) as Record<ChannelGroupSetting, Parameter<z.ZodOptional<typeof groupSetting>>>

/** The properties that a new channel can be given. */
export const newChannelParameters = {
  announce: json(z.boolean().default(false), 'Whether the notification bot announces the new channels.'),
  invite_only: json(z.boolean().default(false), 'Whether new channels are private.'),
  is_web_public: json(z.boolean().default(false), 'Whether new channels are web-public.', { since: 98 }),
  is_default_stream: json(
    z.boolean().default(false),
    'Whether new users are subscribed to the new channels. Administrators only.',
    { since: 200 },
  ),
  history_public_to_subscribers: json(
    z.boolean().optional(),
    'Whether new subscribers may read earlier messages. True by default, but false for private channels.',
  ),
  message_retention_days: either(
    retention.default('realm_default'),
    'Days before messages are deleted. `realm_default` takes the organization’s setting, `unlimited` keeps messages for ever. Owners only.',
    { since: 17, changes: [{ level: 91, text: '`unlimited` replaces the word `forever`.' }] },
  ),
  default_push_notifications: json(
    z.boolean().optional(),
    'Whether push notifications are on when a user subscribes for the first time. Administrators only.',
    { since: 507 },
  ),
  hidden_from_agents: json(
    z.boolean().optional(),
    'Whether tools for [agents](agents) act as if the channel did not exist. False by default.',
  ),
  folder_id: json(z.int().nonnegative().nullable().optional(), 'Id of the folder of the new channels.', {
    since: 389,
  }),
  topics_policy: either(topicsPolicy.default('inherit'), 'Whether messages may or must be without a topic.', {
    since: 392,
    changes: [{ level: 404, text: 'Added `empty_topic_only`.' }],
  }),
  send_new_subscription_messages: json(
    z.boolean().default(true),
    'Whether a direct message tells people that somebody else has subscribed them.',
    { since: 397 },
  ),
  ...groupSettingParameters,
}
