import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getBots = endpoint({
  id: 'get-bots',
  method: 'GET',
  path: '/bots',
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'List the bots that you own.',
  params: {},
  returns: {
    bots: field(
      z.array(
        z.strictObject({
          user_id: field(z.int(), 'Id of the bot.'),
          username: field(z.string(), 'Email address of the bot.'),
          full_name: field(z.string(), 'Name of the bot.'),
          api_key: field(z.string(), 'Its API key.'),
          avatar_url: field(z.string(), 'Address of its picture.'),
          default_sending_stream: field(
            z.string().nullable(),
            'The channel that the bot posts to by default.',
          ),
          default_events_register_stream: field(
            z.string().nullable(),
            'The channel whose messages the bot receives.',
          ),
          default_all_public_streams: field(
            z.boolean(),
            'Whether the bot receives the messages of all public channels.',
          ),
        }),
      ),
      'The active bots.',
    ),
  },
  example: { request: {}, response: { bots: [{ user_id: 36, full_name: 'Build' }] } },
})
