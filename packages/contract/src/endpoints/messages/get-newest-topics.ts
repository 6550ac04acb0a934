import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'

export const getNewestTopics = endpoint({
  id: 'get-newest-topics',
  method: 'GET',
  path: '/tagma/topics',
  role: 'guest',
  scope: 'messages:read',
  summary: 'List the newest topics of all channels.',
  doc: 'One call in place of [one for each channel](get-stream-topics). In private channels with protected history, only topics with messages that the caller received are listed. Muted topics and channels, and archived channels, are listed too. An endpoint of Tagma; Zulip has none for this.',
  params: {
    limit: json(z.int().min(1).max(1000).default(100), 'The most topics to return.'),
    before: json(
      z.int().positive().optional(),
      'Only topics whose newest message has a smaller id. Pass the last `max_id` of an answer to go on with older topics.',
    ),
    subscribed: json(
      z.boolean().default(false),
      'Whether to list only topics of channels that the caller is in. Otherwise, topics of all channels that they may read.',
    ),
    allow_empty_topic_name: json(
      z.boolean().default(false),
      'Whether the name of the empty topic is an empty string. Otherwise it is `realm_empty_topic_display_name`.',
    ),
  },
  returns: {
    topics: field(
      z.array(
        z.strictObject({
          stream_id: field(z.int(), 'The channel.'),
          name: field(z.string(), 'Name of the topic.'),
          max_id: field(z.int(), 'Id of its newest message.'),
        }),
      ),
      'The topics; the one with the newest message comes first.',
    ),
    found_oldest: field(z.boolean(), 'Whether no older topic is left.'),
  },
  errors: [],
  example: {
    request: { limit: 2 },
    response: {
      topics: [
        { stream_id: 5, name: 'colors', max_id: 31 },
        { stream_id: 7, name: 'paper', max_id: 28 },
      ],
      found_oldest: false,
    },
  },
})
