import * as z from 'zod'
import { either, endpoint, field, json, optionalUpload, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { botTypes } from '../../objects/bot.ts'

/** The settings of a bot that can be given when it is created and changed later. */
export const botParameters = {
  default_sending_stream: text(
    z.string().optional(),
    'The channel that the bot posts to unless it names one.',
  ),
  default_events_register_stream: text(z.string().optional(), 'The channel whose messages the bot receives.'),
  default_all_public_streams: json(
    z.boolean().optional(),
    'Whether the bot receives the messages of all public channels.',
  ),
  service_name: text(
    z.string().optional(),
    'The integration that an incoming webhook is meant for. Other types of bots have none.',
  ),
  config_data: json(
    z.record(z.string(), z.string()).optional(),
    'Configuration of an incoming webhook: `webhook_secret`, the secret by which the service signs what it sends. An empty value takes it away.',
  ),
  file: optionalUpload('A new picture. Omitted: the picture stays.', { maxMib: limits.maxAvatarFileSizeMib }),
}

export const createBot = endpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/bots',
  role: 'member',
  scope: 'none',
  bots: false,
  summary: 'Create a bot.',
  doc: 'The setting `can_create_bots_group` decides who may create bots. Members of `can_create_write_only_bots_group` may create incoming webhooks too.',
  params: {
    full_name: text(z.string(), 'Name of the bot.'),
    short_name: text(z.string(), 'The first part of the bot’s address, before `-bot@`.'),
    bot_type: json(
      z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).default(botTypes.generic),
      'The type: 1 generic; 2 incoming webhook, which can only send messages; 3 outgoing webhook; 4 embedded. This server has no embedded bots and refuses 4.',
    ),
    payload_url: either(
      z.string().default(''),
      'The address of an outgoing webhook. It is called for messages that mention the bot or go to it directly. Addresses in private networks need `TAGMA_OUTGOING_ALLOW`.',
    ),
    interface_type: json(
      z.union([z.literal(1), z.literal(2)]).default(1),
      'The format of an outgoing webhook: 1 generic, 2 Slack’s.',
    ),
    ...botParameters,
  },
  returns: {
    user_id: field(z.int(), 'Id of the bot.'),
    api_key: field(z.string(), 'Its API key.'),
    avatar_url: field(z.string(), 'Address of its picture.'),
    default_sending_stream: field(z.string().nullable(), 'The channel that the bot posts to by default.'),
    default_events_register_stream: field(
      z.string().nullable(),
      'The channel whose messages the bot receives.',
    ),
    default_all_public_streams: field(
      z.boolean(),
      'Whether the bot receives the messages of all public channels.',
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The caller may not create bots of this type, the type is 4, the short name is taken or not valid, or a parameter that the type needs is missing.',
    },
    { code: 'BAD_IMAGE', when: 'The file is broken or not a picture of a supported format.' },
  ],
  example: {
    request: { full_name: 'Build', short_name: 'build', bot_type: 1 },
    response: { user_id: 36, api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' },
  },
})
