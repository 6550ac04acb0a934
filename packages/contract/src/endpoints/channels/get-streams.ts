import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { channel } from '../../objects/channel.ts'

export const getStreams = endpoint({
  id: 'get-streams',
  method: 'GET',
  path: '/streams',
  role: 'guest',
  summary: 'List the channels that the caller may know.',
  params: {
    include_public: json(z.boolean().default(true), 'Whether to list public channels.'),
    include_web_public: json(z.boolean().default(false), 'Whether to list web-public channels.', {
      since: 42,
    }),
    include_subscribed: json(
      z.boolean().default(true),
      'Whether to list channels the caller is subscribed to.',
    ),
    include_default: json(z.boolean().default(false), 'Whether `is_default` is wanted.'),
  },
  returns: {
    streams: field(
      z.array(
        channel.extend({
          is_default: field(
            z.boolean().optional(),
            'Whether new users are subscribed; with `include_default`.',
          ),
        }),
      ),
      'The channels.',
    ),
  },
  example: { request: {}, response: { streams: [{ stream_id: 5, name: 'design' }] } },
})
