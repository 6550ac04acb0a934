import type { View } from '@tagma/contract/address.ts'
import type { TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Channel } from './channels.ts'

/** Returns what a channel opens: its list of topics, or its one conversation where it has no topics. */
export function viewOfChannel(state: State | undefined, channel: Channel): View {
  const { stream_id: channelId } = channel
  return state && topicsPolicyOf(state, channel) === 'empty_topic_only'
    ? { kind: 'conversation', conversation: { kind: 'topic', channelId, topic: '' } }
    : { kind: 'topics', channelId }
}

/** Returns whether messages of a channel may or must be without a topic, by the channel's policy or the organization's. */
export function topicsPolicyOf(
  state: State,
  channel: Pick<Channel, 'topics_policy'>,
): Exclude<TopicsPolicy, 'inherit'> {
  const { topics_policy: own } = channel
  return own === 'inherit' ? (state.realm_topics_policy ?? 'allow_empty_topic') : own
}
