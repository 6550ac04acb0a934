import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const muteTopic = endpoint({
  id: 'mute-topic',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  role: 'guest',
  scope: 'channels:write',
  deprecated: 170,
  summary: 'Mute or unmute a topic.',
  params: {
    stream_id: json(id('channel').optional(), 'The id of the channel. Pass this or `stream`.'),
    stream: text(z.string().optional(), 'The name of the channel. Pass this or `stream_id`.'),
    topic: text(z.string(), 'The topic.'),
    op: text(z.enum(['add', 'remove']), '`add` mutes the topic, `remove` unmutes it.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The channel does not exist, or the request names no channel or two.',
    },
  ],
  changes: [
    {
      level: 169,
      text: 'Muting a muted topic changes nothing and is not an error. The same holds for unmuting.',
    },
  ],
  example: { request: { stream_id: 5, topic: 'lunch', op: 'add' }, response: {} },
})
