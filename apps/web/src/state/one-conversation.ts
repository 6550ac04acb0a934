import { conversationKeyOf } from './addresses.ts'
import { channelById } from './channels.ts'
import { topicKey } from './conversations.ts'
import type { Known } from './known.ts'
import { topicsPolicyOf } from './topics-policy.ts'

/**
 * Whether the list would show one conversation only, and that one is open: a channel without topics. Topics from the time
 * before its policy are a reason to list them.
 */
export function hasOneConversation({ state, place, topics, main }: Known): boolean {
  if (!state || place.kind !== 'channel') return false
  const { channelId } = place
  const channel = channelById(state, channelId)
  if (!channel || topicsPolicyOf(state, channel) !== 'empty_topic_only') return false
  const named = [...(topics.get(channelId)?.topics.keys() ?? [])].filter((name) => name !== '')
  return named.length === 0 && conversationKeyOf(main, state.user_id ?? -1) === topicKey(channelId, '')
}
