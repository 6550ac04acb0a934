import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { topicKey } from '../messages/narrow.ts'
import { mutesOf, policiesOf } from '../mutes.ts'
import type { State } from '../state.ts'
import { indexOfTopic, type Unread } from '../unread.ts'

/** Unread messages of a topic. */
export interface TopicUnread {
  readonly topic: string
  /** Ascending. */
  readonly ids: readonly number[]
  /** Muted by itself, or by its channel and not unmuted or followed. */
  readonly isMuted: boolean
  readonly isFollowed: boolean
  /** Messages that mention the user. */
  readonly mentions: number
}

/** Unread messages of a channel. The object stays the same while nothing of the channel changes. */
export interface ChannelUnread {
  readonly channelId: number
  /** Messages outside of muted topics. */
  readonly count: number
  /** Messages in muted topics. */
  readonly muted: number
  /** Messages that mention the user, in muted topics too. */
  readonly mentions: number
  /** The topic with the newest message first. */
  readonly topics: readonly TopicUnread[]
}

/** Unread messages of a direct conversation. */
export interface DirectUnread {
  /** The others, ascending; empty for notes to oneself. */
  readonly userIds: readonly number[]
  readonly ids: readonly number[]
}

export interface UnreadCounts {
  /** All unread messages outside of muted topics. */
  readonly total: number
  /** Messages that mention the user. */
  readonly mentions: number
  readonly direct: number
  /** Channels with unread messages, by id. */
  readonly channels: ReadonlyMap<number, ChannelUnread>
  /** The conversation with the newest message first. */
  readonly conversations: readonly DirectUnread[]
}

type Parts = Pick<State, 'unread_msgs' | 'subscriptions' | 'user_topics' | 'user_id'>
type Group = Unread['streams'][number]

interface Remembered {
  readonly parts: Parts
  readonly counts: UnreadCounts
  readonly groups: ReadonlyMap<number, readonly Group[]>
}

let last: Remembered | undefined

/** Counts unread messages, in all and by conversation. Remembers the last answer, and what did not change since. */
export function unreadOf(state: State): UnreadCounts {
  const { unread_msgs, subscriptions, user_topics, user_id } = state
  const parts = { unread_msgs, subscriptions, user_topics, user_id }
  if (
    last &&
    last.parts.unread_msgs === unread_msgs &&
    last.parts.subscriptions === subscriptions &&
    last.parts.user_topics === user_topics &&
    last.parts.user_id === user_id
  )
    return last.counts
  last = count(parts, last)
  return last.counts
}

function count(parts: Parts, before: Remembered | undefined): Remembered {
  const { unread_msgs: unread } = parts
  const groups = new Map<number, Group[]>()
  for (const group of unread?.streams ?? []) {
    const ofChannel = groups.get(group.stream_id)
    if (ofChannel) ofChannel.push(group)
    else groups.set(group.stream_id, [group])
  }
  // Mutes and mentions decide about every channel.
  const isComparable =
    before?.parts.subscriptions === parts.subscriptions &&
    before?.parts.user_topics === parts.user_topics &&
    before?.parts.unread_msgs?.mentions === unread?.mentions
  const mentions = new Set(unread?.mentions)
  const channels = new Map<number, ChannelUnread>()
  for (const [channelId, own] of groups) {
    const known = isComparable ? before?.counts.channels.get(channelId) : undefined
    const old = before?.groups.get(channelId)
    const isSame = known && old?.length === own.length && own.every((group, index) => group === old[index])
    channels.set(channelId, isSame ? known : countChannel(parts, channelId, own, mentions))
  }
  const conversations = conversationsOf(parts)
  const counts: UnreadCounts = {
    total: unread?.count ?? 0,
    mentions: mentions.size,
    direct: conversations.reduce((sum, { ids }) => sum + ids.length, 0),
    channels,
    conversations,
  }
  return { parts, counts, groups }
}

function countChannel(
  parts: Parts,
  channelId: number,
  groups: readonly Group[],
  mentions: ReadonlySet<number>,
): ChannelUnread {
  const isMuted = mutesOf(parts)
  const policies = policiesOf(parts.user_topics)
  const topics = groups
    .map(({ topic, unread_message_ids: ids }): TopicUnread => ({
      topic,
      ids,
      isMuted: isMuted(channelId, topic),
      isFollowed: policies.get(channelId)?.get(topicKey(topic)) === visibilityPolicies.followed,
      mentions: mentions.size === 0 ? 0 : ids.filter((id) => mentions.has(id)).length,
    }))
    .toSorted((a, b) => newest(b) - newest(a))
  const sum = (of: (topic: TopicUnread) => number) => topics.reduce((total, topic) => total + of(topic), 0)
  return {
    channelId,
    count: sum(({ isMuted: muted, ids }) => (muted ? 0 : ids.length)),
    muted: sum(({ isMuted: muted, ids }) => (muted ? ids.length : 0)),
    mentions: sum((topic) => topic.mentions),
    topics,
  }
}

const newest = ({ ids }: { readonly ids: readonly number[] }) => ids.at(-1) ?? 0

function conversationsOf({ unread_msgs: unread, user_id: ownId }: Parts): DirectUnread[] {
  const pms = unread?.pms.map(({ other_user_id: id, unread_message_ids: ids }) => ({
    userIds: id === ownId ? [] : [id],
    ids,
  }))
  const huddles = unread?.huddles.map(({ user_ids_string, unread_message_ids: ids }) => ({
    userIds: user_ids_string
      .split(',')
      .map(Number)
      .filter((id) => id !== ownId),
    ids,
  }))
  return [...(pms ?? []), ...(huddles ?? [])].toSorted((a, b) => newest(b) - newest(a))
}

/** Returns the unread messages of a topic, in any case. Asking for all of many topics, use `unreadOf`. */
export function unreadInTopic({ unread_msgs }: State, channelId: number, topic: string): readonly number[] {
  const streams = unread_msgs?.streams ?? []
  return streams[indexOfTopic(streams, channelId, topic)]?.unread_message_ids ?? []
}

/** Returns the unread messages of a direct conversation, oneself named or not. */
export function unreadInDirect(state: State, userIds: readonly number[]): readonly number[] {
  const { unread_msgs: unread, user_id: ownId = -1 } = state
  const others = userIds.filter((id) => id !== ownId)
  if (others.length > 1) {
    const key = [...others, ownId].toSorted((a, b) => a - b).join(',')
    return unread?.huddles.find(({ user_ids_string }) => user_ids_string === key)?.unread_message_ids ?? []
  }
  const other = others[0] ?? ownId
  return unread?.pms.find(({ other_user_id }) => other_user_id === other)?.unread_message_ids ?? []
}
