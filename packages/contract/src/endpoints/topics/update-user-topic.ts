import * as z from 'zod'
import { endpoint, json, text } from '../../define.ts'
import { visibilityPolicy } from '../../objects/user-topic.ts'
import { id } from '../../primitives.ts'

export const updateUserTopic = endpoint({
  id: 'update-user-topic',
  method: 'POST',
  path: '/user_topics',
  role: 'guest',
  scope: 'channels:write',
  since: 170,
  summary: 'Mute, unmute or follow a topic.',
  params: {
    stream_id: json(id('channel'), 'The channel.'),
    topic: text(z.string(), 'The topic. It may be one without messages.', {
      changes: [{ level: 334, text: 'May be empty.' }],
    }),
    visibility_policy: json(
      visibilityPolicy,
      '0: like the channel; 1: muted; 2: unmuted in a muted channel; 3: followed.',
    ),
  },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'The channel does not exist, or the topic is not a valid name.' }],
  example: { request: { stream_id: 5, topic: 'lunch', visibility_policy: 1 }, response: {} },
})
