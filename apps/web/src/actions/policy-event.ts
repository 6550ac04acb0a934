/** Returns the event of a topic that one follows, mutes or unmutes, for showing it at once. `now` is in milliseconds. */
export const policyEvent = (
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  policy: number,
  now: number,
): Readonly<Record<string, unknown>> => ({
  type: 'user_topic',
  stream_id: channelId,
  topic_name: topic,
  last_updated: Math.floor(now / 1000),
  visibility_policy: policy,
})
