import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { channel } from '../../objects/channel.ts'

export const getStreams = endpoint({
  id: 'get-streams',
  method: 'GET',
  path: '/streams',
  role: 'guest',
  scope: 'channels:read',
  summary: 'List the channels that you may see.',
  params: {
    include_public: json(z.boolean().default(true), 'Whether to list public channels.'),
    include_web_public: json(z.boolean().default(false), 'Whether to list web-public channels.', {
      since: 42,
    }),
    include_subscribed: json(
      z.boolean().default(true),
      'Whether to list the channels that the caller is subscribed to.',
    ),
    exclude_archived: json(z.boolean().default(true), 'Whether to leave out archived channels.', {
      since: 315,
    }),
    include_all: json(
      z.boolean().default(false),
      'Whether to list every channel whose name and description the caller may see.',
      {
        changes: [
          {
            level: 356,
            text: 'Replaces `include_all_active`. Open to everybody, not only to administrators.',
          },
        ],
      },
    ),
    include_all_active: json(z.boolean().default(false), 'The former name of `include_all`.', {
      deprecated: 356,
    }),
    include_default: json(
      z.boolean().default(false),
      'Whether to list default channels, and to return `is_default`.',
    ),
    include_owner_subscribed: json(
      z.boolean().default(false),
      'For bots: whether to list the channels that the bot’s owner is subscribed to, if the bot may see them.',
    ),
    include_can_access_content: json(
      z.boolean().default(false),
      'Whether to list every channel whose messages the caller may read.',
      { since: 356 },
    ),
  },
  returns: {
    streams: field(
      z.array(
        channel.extend({
          is_default: field(
            z.boolean().optional(),
            'Whether new users are subscribed. Returned with `include_default`.',
          ),
        }),
      ),
      'The channels.',
    ),
  },
  example: { request: {}, response: { streams: [{ stream_id: 5, name: 'design' }] } },
})
