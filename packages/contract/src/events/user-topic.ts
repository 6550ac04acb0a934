import * as z from 'zod'
import { event, field } from '../define.ts'
import { mutedTopic, userTopicFields } from '../objects/user-topic.ts'

export const userTopicEvent = event({
  type: 'user_topic',
  since: 134,
  doc: 'The user muted, unmuted or followed a topic, or reset it to the policy of its channel (0).',
  fields: userTopicFields,
  example: {
    type: 'user_topic',
    stream_id: 5,
    topic_name: 'lunch',
    last_updated: 1_782_000_000,
    visibility_policy: 1,
    id: 65536,
  },
})

export const mutedTopicsEvent = event({
  type: 'muted_topics',
  deprecated: 134,
  doc: 'The user’s muted topics changed. The event `user_topic` has more detail. Queues that request both types get only that one.',
  fields: {
    muted_topics: field(z.array(mutedTopic), 'All muted topics: channel name, topic, UNIX seconds.'),
  },
  example: { type: 'muted_topics', muted_topics: [['design', 'lunch', 1_782_000_000]], id: 65536 },
})
