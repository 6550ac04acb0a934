import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { id } from '../../primitives.ts'

export const getStreamTopics = endpoint({
  id: 'get-stream-topics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  role: 'guest',
  scope: 'messages:read',
  summary: 'List the topics of a channel.',
  spectators: 'The topics of a web-public channel.',
  doc: 'In private channels with protected history, only topics with messages that the caller received are listed. Bots see topics since their own subscription.',
  params: {
    stream_id: inPath(id('channel'), 'The channel.'),
    allow_empty_topic_name: json(
      z.boolean().default(false),
      'Whether the empty topic comes as an empty string. Otherwise it comes as `realm_empty_topic_display_name`.',
      { since: 334 },
    ),
  },
  returns: {
    topics: field(
      z.array(
        z.strictObject({
          name: field(z.string(), 'Name of the topic.'),
          max_id: field(z.int(), 'Id of its newest message.'),
        }),
      ),
      'The topics; the one with the newest message comes first.',
    ),
  },
  changes: [{ level: 480, text: 'Lists topics of archived channels too.' }],
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the caller may not read it.' }],
  example: { request: { stream_id: 5 }, response: { topics: [{ name: 'colors', max_id: 31 }] } },
})
