import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { remembering } from './remembering.ts'
import type { State } from './state.ts'

type Decisions = Pick<State, 'subscriptions' | 'user_topics'>

/** Tells whether the user has muted a topic, by itself or with its channel. */
export type Mutes = (channelId: number, topic: string) => boolean

type Subscriptions = Decisions['subscriptions']
type UserTopics = Decisions['user_topics']

const mutedChannels = remembering(
  (subscriptions: Subscriptions): ReadonlySet<number> =>
    new Set(subscriptions?.flatMap(({ stream_id, is_muted }) => (is_muted ? [stream_id] : []))),
)

/** Policies of topics, by channel and topic in small letters. */
export const policiesOf = remembering(
  (topics: UserTopics): ReadonlyMap<number, ReadonlyMap<string, number>> => {
    const byChannel = new Map<number, Map<string, number>>()
    for (const { stream_id, topic_name, visibility_policy } of topics ?? []) {
      const ofChannel = byChannel.get(stream_id) ?? new Map<string, number>()
      ofChannel.set(topic_name.toLowerCase(), visibility_policy)
      byChannel.set(stream_id, ofChannel)
    }
    return byChannel
  },
)

/** Returns the topics that a user has muted, by themselves or with their channel. */
export function mutesOf({ subscriptions, user_topics }: Decisions): Mutes {
  const channels = mutedChannels(subscriptions)
  const topics = policiesOf(user_topics)
  return (channelId, topic) => {
    // Names in small letters are made only where the channel has policies.
    const policy = topics.get(channelId)?.get(topic.toLowerCase())
    return policy === undefined ? channels.has(channelId) : policy === visibilityPolicies.muted
  }
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
  let count = 0
  for (const group of unread.pms) count += group.unread_message_ids.length
  for (const group of unread.huddles) count += group.unread_message_ids.length
  for (const group of unread.streams)
    if (!isMuted(group.stream_id, group.topic)) count += group.unread_message_ids.length
  return count === unread.count ? state : { ...state, unread_msgs: { ...unread, count } }
}
