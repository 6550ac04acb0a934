import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { id } from '../../primitives.ts'

export const markTopicAsRead = endpoint({
  id: 'mark-topic-as-read',
  method: 'POST',
  path: '/mark_topic_as_read',
  role: 'guest',
  scope: 'messages:write',
  deprecated: 1,
  summary: 'Mark all messages of a topic as read.',
  params: {
    stream_id: json(id('channel'), 'The channel.'),
    topic_name: text(z.string(), 'The topic.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The channel or the topic does not exist, or the caller may not read it.' },
  ],
  example: { request: { stream_id: 5, topic_name: 'colors' }, response: {} },
})
