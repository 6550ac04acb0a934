import * as z from 'zod'
import { either, endpoint, inPath, json, type Parameter, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import {
  type ChannelGroupSetting,
  channelGroupSettingNames,
  channelGroupSettings,
  levelsOfChannelSetting,
  topicsPolicy,
} from '../../objects/channel.ts'
import { groupSettingChange, id, name, textUpTo } from '../../primitives.ts'
import { retention } from './new-channel-parameters.ts'

const groupSettingParameters = Object.fromEntries(
  channelGroupSettingNames.map((setting) => [
    setting,
    json(
      groupSettingChange.optional(),
      channelGroupSettings[setting].doc,
      levelsOfChannelSetting(setting, 'parameter'),
    ),
  ]),
) as Record<ChannelGroupSetting, Parameter<z.ZodOptional<typeof groupSettingChange>>>

export const updateStream = endpoint({
  id: 'update-stream',
  method: 'PATCH',
  path: '/streams/{stream_id}',
  role: 'guest',
  scope: 'channels:write',
  summary: 'Change a channel.',
  doc: 'Organization administrators and members of `can_administer_channel_group` may call it. Some settings need access to the channel’s messages too: privacy, and who may subscribe, add subscribers or moderate.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    new_name: text(name(limits.maxChannelNameLength).optional(), 'New name.', {
      changes: [{ level: 64, text: 'No longer JSON-encoded.' }],
    }),
    description: text(textUpTo(limits.maxChannelDescriptionLength).optional(), 'Markdown.', {
      changes: [{ level: 64, text: 'No longer JSON-encoded.' }],
    }),
    is_private: json(z.boolean().optional(), 'Whether the channel is private.'),
    is_web_public: json(z.boolean().optional(), 'Whether people without an account may read the channel.', {
      since: 98,
    }),
    history_public_to_subscribers: json(
      z.boolean().optional(),
      'Whether new subscribers may read earlier messages. Always true for channels that are not private.',
    ),
    is_default_stream: json(
      z.boolean().optional(),
      'Whether new users are subscribed. Administrators only.',
      { since: 200 },
    ),
    message_retention_days: either(
      retention.optional(),
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
      'Whether tools for [agents](agents) act as if the channel did not exist.',
    ),
    is_archived: json(z.boolean().optional(), 'Whether the channel is archived.', { since: 388 }),
    folder_id: json(
      z.int().nonnegative().nullable().optional(),
      'Id of the folder. Null takes the channel out of its folder.',
      {
        since: 389,
      },
    ),
    topics_policy: either(topicsPolicy.optional(), 'Whether messages may or must be without a topic.', {
      since: 392,
      changes: [{ level: 404, text: 'Added `empty_topic_only`.' }],
    }),
    ...groupSettingParameters,
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The channel does not exist, the caller may not administer it, or a value is not valid for its setting.',
    },
    { code: 'EXPECTATION_MISMATCH', when: 'The setting has changed: its value is no longer the `old` one.' },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The setting is for administrators or owners only.' },
  ],
  changes: [
    {
      level: 349,
      text: 'Administrators without access to the messages may change settings that do not need this access.',
    },
  ],
  example: { request: { stream_id: 5, new_name: 'design and research' }, response: {} },
})
