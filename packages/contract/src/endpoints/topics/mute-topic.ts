import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const muteTopic = endpoint({
  id: 'mute-topic',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  role: 'guest',
  deprecated: 170,
  summary: 'Mute a topic, or no longer.',
  params: {
    stream_id: json(id('channel').optional(), 'The channel; or `stream`.'),
    stream: text(z.string().optional(), 'Name of the channel; or `stream_id`.'),
    topic: text(z.string(), 'The topic.'),
    op: text(z.enum(['add', 'remove']), '`add` mutes, `remove` ends it.'),
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'There is no such channel, or none or two are given.',
    },
  ],
  changes: [
    { level: 169, text: 'Muting what is muted, or unmuting what is not, changes nothing and is no error.' },
  ],
  example: { request: { stream_id: 5, topic: 'lunch', op: 'add' }, response: {} },
})
