/** Whether messages of a channel may or must be without a topic. `inherit` takes the organization's policy. */
export const topicsPolicies = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const
export type TopicsPolicy = (typeof topicsPolicies)[number]
