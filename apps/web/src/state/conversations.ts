import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { State } from '@tagma/sync/state.ts'
import type { TopicLists } from './topic-lists.ts'

/** A conversation, as lists show it: a topic of a channel, or a set of people. */
export interface Conversation {
  /** The same for the same conversation: `5 colors` in lower case, or `dm 8,10` with the ids of the others. */
  readonly key: string
  /** Undefined for people. */
  readonly channelId: number | undefined
  /** The topic; empty for people. */
  readonly topic: string
  /** The others, by id and ascending: empty for notes to oneself. Undefined for a topic. */
  readonly userIds: readonly number[] | undefined
  /** Id of the newest known message, or 0. */
  readonly lastId: number
  readonly unread: number
  /** Whether an unread message mentions the user, or everybody where that counts. */
  readonly hasMention: boolean
  readonly isMuted: boolean
  readonly isFollowed: boolean
}

/** The parts of the registration that conversations are made of. */
export type ConversationSources = Pick<
  State,
  'unread_msgs' | 'subscriptions' | 'user_topics' | 'recent_private_conversations' | 'user_id'
>

export const topicKey = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`
export const peopleKey = (userIds: readonly number[]) => `dm ${userIds.join()}`

/** Returns all known conversations: those with unread messages, those of the lists of topics, and those with people. */
export function conversationsOf(sources: ConversationSources, lists: TopicLists): readonly Conversation[] {
  const { unread_msgs: unread, recent_private_conversations: recent = [], user_id: ownId = -1 } = sources
  const mentions = new Set(unread?.mentions)
  const found = new Map<string, Conversation>()
  const policyOf = policies(sources)

  const add = (start: Conversation, unreadIds: readonly number[] = []) => {
    const known = found.get(start.key) ?? start
    const isNewer = start.lastId >= known.lastId
    found.set(start.key, {
      ...known,
      topic: isNewer ? start.topic : known.topic,
      lastId: isNewer ? start.lastId : known.lastId,
      unread: unreadIds.length || known.unread,
      // Every direct message is meant for its readers.
      hasMention: known.hasMention || unreadIds.some((id) => start.userIds !== undefined || mentions.has(id)),
    })
  }
  const topicOf = (channelId: number, topic: string, lastId: number): Conversation => ({
    key: topicKey(channelId, topic),
    channelId,
    topic,
    userIds: undefined,
    lastId,
    unread: 0,
    hasMention: false,
    ...policyOf(channelId, topic),
  })

  for (const [channelId, { topics }] of lists)
    for (const { name, lastId } of topics.values()) add(topicOf(channelId, name, lastId))
  for (const { stream_id, topic, unread_message_ids: ids } of unread?.streams ?? [])
    add(topicOf(stream_id, topic, ids.at(-1) ?? 0), ids)
  for (const { user_ids, max_message_id } of recent) add(peopleOf(user_ids, max_message_id))
  for (const { other_user_id: other, unread_message_ids: ids } of unread?.pms ?? [])
    add(peopleOf(other === ownId ? [] : [other], ids.at(-1) ?? 0), ids)
  for (const { user_ids_string, unread_message_ids: ids } of unread?.huddles ?? []) {
    const everybody = user_ids_string.split(',').map(Number)
    add(
      peopleOf(
        everybody.filter((id) => id !== ownId),
        ids.at(-1) ?? 0,
      ),
      ids,
    )
  }
  return [...found.values()]
}

const peopleOf = (userIds: readonly number[], lastId: number): Conversation => ({
  key: peopleKey(userIds),
  channelId: undefined,
  topic: '',
  userIds,
  lastId,
  unread: 0,
  hasMention: false,
  isMuted: false,
  isFollowed: false,
})

/** Returns how the user has set a topic: muted by itself or with its channel, or followed. */
function policies({ subscriptions = [], user_topics = [] }: ConversationSources) {
  const mutedChannels = new Set(
    subscriptions.flatMap((channel) => (channel.is_muted ? [channel.stream_id] : [])),
  )
  const byTopic = new Map(
    user_topics.map((topic) => [topicKey(topic.stream_id, topic.topic_name), topic.visibility_policy]),
  )
  return (channelId: number, topic: string) => {
    const policy = byTopic.get(topicKey(channelId, topic)) ?? visibilityPolicies.inherit
    return {
      isMuted:
        policy === visibilityPolicies.muted ||
        (policy === visibilityPolicies.inherit && mutedChannels.has(channelId)),
      isFollowed: policy === visibilityPolicies.followed,
    }
  }
}

/** The mark at the beginning of a resolved topic's name. */
export const resolvedPrefix = '✔ '

export const isResolved = ({ topic }: Pick<Conversation, 'topic'>) => topic.startsWith(resolvedPrefix)

/** Sorts conversations: the newest message first. */
export const newestFirst = (a: Conversation, b: Conversation) => b.lastId - a.lastId
