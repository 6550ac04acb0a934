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
    exclude_archived: json(z.boolean().default(true), 'Whether to leave out archived channels.', {
      since: 315,
    }),
    include_all: json(
      z.boolean().default(false),
      'Whether to list all channels whose name and description the caller may know.',
      { changes: [{ level: 356, text: 'Replaces `include_all_active`, for administrators and others.' }] },
    ),
    include_all_active: json(z.boolean().default(false), 'The former name of `include_all`.', {
      deprecated: 356,
    }),
    include_default: json(z.boolean().default(false), 'Whether to list default channels, and `is_default`.'),
    include_owner_subscribed: json(
      z.boolean().default(false),
      'For bots: whether to list channels that the owner of the bot is subscribed to and the bot may know.',
    ),
    include_can_access_content: json(
      z.boolean().default(false),
      'Whether to list all channels whose messages the caller may read.',
      { since: 356 },
    ),
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
