import * as z from 'zod'
import { endpoint, field, inPath, json, text } from '../../define.ts'
import { role } from '../../objects/user.ts'
import { botParameters } from './create-bot.ts'

export const updateBot = endpoint({
  id: 'update-bot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  role: 'guest',
  bots: false,
  summary: 'Change a bot.',
  doc: 'For the owner of the bot and for administrators, unless its role is above their own. Only administrators change its role, which is never above that of its owner, and only they give it to another owner.',
  params: {
    bot_id: inPath(z.int().nonnegative(), 'Id of the bot.'),
    full_name: text(z.string().optional(), 'A new name.'),
    role: json(role.optional(), 'A new role.'),
    bot_owner_id: json(z.int().nonnegative().optional(), 'Id of a new owner.'),
    service_payload_url: text(z.string().optional(), 'Address that an outgoing webhook calls.'),
    service_interface: json(
      z.union([z.literal(1), z.literal(2)]).optional(),
      'Format of an outgoing webhook: 1 generic, 2 Slack’s.',
    ),
    ...botParameters,
  },
  returns: {
    full_name: field(z.string(), 'Name of the bot.'),
    avatar_url: field(z.string(), 'Address of its picture.'),
    bot_owner: field(z.string().optional(), 'Email address of its owner.'),
    default_sending_stream: field(z.string().nullable(), 'Channel that it sends to by itself.'),
    default_events_register_stream: field(z.string().nullable(), 'Channel whose messages it gets.'),
    default_all_public_streams: field(z.boolean(), 'Whether it gets the messages of all public channels.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such bot, it is not the caller’s to change, or its role would be above its owner’s.',
    },
    { code: 'UNAUTHORIZED_PRINCIPAL', when: 'The role of owner is given by somebody who is none.' },
    { code: 'BAD_IMAGE', when: 'The file is no picture of a supported format, or it is broken.' },
  ],
  example: { request: { bot_id: 36, full_name: 'Builder' }, response: { full_name: 'Builder' } },
})
