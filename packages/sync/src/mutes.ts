import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { State } from './state.ts'

type Decisions = Pick<State, 'subscriptions' | 'user_topics'>

/** Tells whether the user has muted a topic, by itself or with its channel. */
export type Mutes = (channelId: number, topic: string) => boolean

let remembered: (Decisions & { readonly isMuted: Mutes }) | undefined

/** Returns the topics that a user has muted, by themselves or with their channel. */
export function mutesOf({ subscriptions, user_topics }: Decisions): Mutes {
  if (remembered?.subscriptions === subscriptions && remembered?.user_topics === user_topics && remembered)
    return remembered.isMuted
  const channels = new Set(subscriptions?.flatMap(({ stream_id, is_muted }) => (is_muted ? [stream_id] : [])))
  // By channel first, so that only topics of the same channel are compared.
  const topics = new Map<number, Map<string, boolean>>()
  for (const { stream_id, topic_name, visibility_policy } of user_topics ?? []) {
    const ofChannel = topics.get(stream_id) ?? new Map<string, boolean>()
    topics.set(
      stream_id,
      ofChannel.set(topic_name.toLowerCase(), visibility_policy === visibilityPolicies.muted),
    )
  }
  const isMuted: Mutes = (channelId, topic) =>
    topics.get(channelId)?.get(topic.toLowerCase()) ?? channels.has(channelId)
  remembered = { subscriptions, user_topics, isMuted }
  return isMuted
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
