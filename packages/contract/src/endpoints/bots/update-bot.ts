import * as z from 'zod'
import { endpoint, field, inPath, json, text } from '../../define.ts'
import { role } from '../../objects/user.ts'
import { botParameters } from './create-bot.ts'

export const updateBot = endpoint({
  id: 'update-bot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Change a bot.',
  doc: 'The bot’s owner and administrators may call it, unless the bot’s role is above their own. Only administrators may change the bot’s role or its owner. A bot’s role is never above its owner’s.',
  params: {
    bot_id: inPath(z.int().nonnegative(), 'Id of the bot.'),
    full_name: text(z.string().optional(), 'A new name.'),
    short_name: text(
      z.string().optional(),
      'A new first part of the bot’s address, before `-bot@`. Whoever uses the bot’s key signs in with the new address.',
      { since: 447 },
    ),
    role: json(role.optional(), 'A new role.'),
    bot_owner_id: json(z.int().nonnegative().optional(), 'The id of the new owner.'),
    service_payload_url: text(z.string().optional(), 'The address that an outgoing webhook calls.'),
    service_interface: json(
      z.union([z.literal(1), z.literal(2)]).optional(),
      'The format of an outgoing webhook: 1 generic, 2 Slack’s.',
    ),
    ...botParameters,
  },
  returns: {
    full_name: field(z.string(), 'Name of the bot.'),
    avatar_url: field(z.string(), 'Address of its picture.'),
    bot_owner: field(z.string().optional(), 'Email address of its owner.'),
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
      when: 'The bot does not exist, the caller may not change it, its role would be above its owner’s, or the short name is taken or not valid.',
    },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'Only an owner can give the role of owner.' },
    { code: 'BAD_IMAGE', when: 'The file is no picture of a supported format, or it is broken.' },
  ],
  example: { request: { bot_id: 36, full_name: 'Builder' }, response: { full_name: 'Builder' } },
})
