import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { visibilityPolicy } from '../../objects/user-topic.ts'
import { id } from '../../primitives.ts'

export const updateUserTopic = endpoint({
  id: 'update-user-topic',
  method: 'POST',
  path: '/user_topics',
  role: 'guest',
  since: 170,
  summary: 'Mute, unmute or follow a topic.',
  params: {
    stream_id: json(id('channel'), 'The channel.'),
    topic: text(z.string(), 'The topic; it need not have messages.', {
      changes: [{ level: 334, text: 'May be empty.' }],
    }),
    visibility_policy: json(
      visibilityPolicy,
      '0 as the channel, 1 muted, 2 unmuted in a muted channel, 3 followed.',
    ),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'There is no such channel, or the topic cannot be one.' }],
  example: { request: { stream_id: 5, topic: 'lunch', visibility_policy: 1 }, response: {} },
})
