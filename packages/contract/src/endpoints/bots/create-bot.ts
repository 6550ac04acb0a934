import * as z from 'zod'
import { either, endpoint, field, json, optionalUpload, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { botTypes } from '../../objects/bot.ts'

/** What can be set when a bot is made and later. */
export const botParameters = {
  default_sending_stream: text(z.string().optional(), 'Channel that it sends to where it names none.'),
  default_events_register_stream: text(z.string().optional(), 'Channel whose messages it gets.'),
  default_all_public_streams: json(
    z.boolean().optional(),
    'Whether it gets the messages of all public channels.',
  ),
  config_data: json(z.record(z.string(), z.string()).optional(), 'Configuration of an embedded bot.'),
  file: optionalUpload('A picture; none leaves it as it is.', { maxMib: limits.maxAvatarFileSizeMib }),
}

export const createBot = endpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/bots',
  role: 'member',
  bots: false,
  summary: 'Create a bot.',
  doc: 'Who may do this is decided by `can_create_bots_group`; incoming webhooks may be made by `can_create_write_only_bots_group` as well.',
  params: {
    full_name: text(z.string(), 'Name of the bot.'),
    short_name: text(z.string(), 'Its address begins with this, followed by `-bot@`.'),
    bot_type: json(
      z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).default(botTypes.generic),
      '1 generic, 2 incoming webhook, which can send messages and do nothing else, 3 outgoing webhook, 4 embedded.',
    ),
    payload_url: either(
      z.string().default(''),
      'Address of an outgoing webhook; kept, but not called by this server yet.',
    ),
    interface_type: json(
      z.union([z.literal(1), z.literal(2)]).default(1),
      'Format of an outgoing webhook: 1 generic, 2 Slack’s.',
    ),
    service_name: text(z.string().optional(), 'Name of an embedded bot.'),
    ...botParameters,
  },
  returns: {
    user_id: field(z.int(), 'Id of the bot.'),
    api_key: field(z.string(), 'Its API key.'),
    avatar_url: field(z.string(), 'Address of its picture.'),
    default_sending_stream: field(z.string().nullable(), 'As given.'),
    default_events_register_stream: field(z.string().nullable(), 'As given.'),
    default_all_public_streams: field(z.boolean(), 'As given.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The caller may not make bots of this type, the short name is taken or not valid, or what the type needs is missing.',
    },
    { code: 'BAD_IMAGE', when: 'The file is no picture of a supported format, or it is broken.' },
  ],
  example: {
    request: { full_name: 'Build', short_name: 'build', bot_type: 1 },
    response: { user_id: 36, api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' },
  },
})
