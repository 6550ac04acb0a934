import { visibilityPolicies } from '@tagma/contract/objects/user-topic.ts'
import type { State } from './state.ts'

type Decisions = Pick<State, 'subscriptions' | 'user_topics'>

/** Returns the topics that a user has muted, by themselves or with their channel. */
export function mutesOf({ subscriptions, user_topics }: Decisions) {
  const channels = new Set(subscriptions?.flatMap(({ stream_id, is_muted }) => (is_muted ? [stream_id] : [])))
  const topics = new Map(
    user_topics?.map((topic) => [
      `${topic.stream_id} ${topic.topic_name.toLowerCase()}`,
      topic.visibility_policy === visibilityPolicies.muted,
    ]),
  )
  return (channelId: number, topic: string): boolean =>
    topics.get(`${channelId} ${topic.toLowerCase()}`) ?? channels.has(channelId)
}

const wildcards: readonly string[] = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned']

/** Whether flags mean a mention that counts. A mention of everybody counts only outside of muted topics. */
export const countsAsMention = (flags: readonly string[], isMuted: () => boolean): boolean =>
  flags.includes('mentioned') || (flags.some((flag) => wildcards.includes(flag)) && !isMuted())

/**
 * Returns the state with the number of unread messages outside of muted topics. No event says which messages of a
 * formerly muted topic mention everybody, so `mentions` stays as it is when a topic or channel is muted or unmuted.
 */
export function withUnreadCount(before: State, state: State): State {
  const unread = state.unread_msgs
  if (
    !unread ||
    (unread === before.unread_msgs &&
      state.subscriptions === before.subscriptions &&
      state.user_topics === before.user_topics)
  )
    return state
  const isMuted = mutesOf(state)
  const counted = [
    ...unread.pms,
    ...unread.huddles,
    ...unread.streams.filter((group) => !isMuted(group.stream_id, group.topic)),
  ]
  const count = counted.reduce((sum, group) => sum + group.unread_message_ids.length, 0)
  return count === unread.count ? state : { ...state, unread_msgs: { ...unread, count } }
}
