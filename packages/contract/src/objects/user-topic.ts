import * as z from 'zod'
import { field } from '../define.ts'

export { visibilityPolicies } from '../visibility-policies.ts'
export const visibilityPolicy = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type VisibilityPolicy = z.output<typeof visibilityPolicy>

export const userTopicFields = {
  stream_id: field(z.int(), 'Id of the channel.'),
  topic_name: field(z.string(), 'The topic.'),
  last_updated: field(z.int(), 'The time when the user set the policy, in UNIX seconds.'),
  visibility_policy: field(
    z.int(),
    '0: like the channel; 1: muted; 2: unmuted in a muted channel; 3: followed.',
  ),
}

export const userTopic = z.strictObject(userTopicFields)
export type UserTopic = z.output<typeof userTopic>

/** Channel name, topic and UNIX seconds. */
export const mutedTopic = z.tuple([z.string(), z.string(), z.int()])
