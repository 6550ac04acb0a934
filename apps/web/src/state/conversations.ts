import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { State } from '@tagma/sync/state.ts'
import type { TopicList, TopicLists } from './topic-lists.ts'

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
  /** Unread messages that count for places: all of them, or in a muted topic those that mention the user. */
  readonly counted: number
  readonly isMuted: boolean
  readonly isFollowed: boolean
  /** People who wrote in a topic, as far as the page has seen: whoever wrote last comes first. */
  readonly writers: readonly number[]
}

/** The parts of the registration that conversations are made of. */
export type ConversationSources = Pick<
  State,
  'unread_msgs' | 'subscriptions' | 'user_topics' | 'recent_private_conversations' | 'user_id'
>

export const topicKey = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`
export const peopleKey = (userIds: readonly number[]) => `dm ${userIds.join()}`

type UnreadTopics = NonNullable<State['unread_msgs']>['streams']

/** The conversations of one channel, with what they were made of. */
interface ChannelPart {
  readonly list: TopicList | undefined
  readonly unread: UnreadTopics
  readonly mentions: readonly number[] | undefined
  readonly subscriptions: State['subscriptions']
  readonly userTopics: State['user_topics']
  readonly conversations: readonly Conversation[]
}

/**
 * Makes a function that returns all known conversations: those with unread messages, those of the lists of topics, and those
 * with people. It remembers its last answer by channel, so that a message costs the work for its channel, however many
 * others there are. What has not changed stays the same object.
 */
export function conversationsFrom(): (
  sources: ConversationSources,
  lists: TopicLists,
) => readonly Conversation[] {
  let before: ReadonlyMap<number, ChannelPart> = new Map()
  let direct: readonly Conversation[] = []
  return (sources, lists) => {
    const { unread_msgs: unread, subscriptions, user_topics: userTopics } = sources
    const unreadIn = byChannel(unread?.streams ?? [])
    const parts = new Map<number, ChannelPart>()
    let policyOf: ReturnType<typeof policies> | undefined
    for (const channelId of new Set([...lists.keys(), ...unreadIn.keys()])) {
      const inputs = {
        list: lists.get(channelId),
        unread: unreadIn.get(channelId) ?? [],
        mentions: unread?.mentions,
        subscriptions,
        userTopics,
      }
      const known = before.get(channelId)
      if (known && isSamePart(known, inputs)) parts.set(channelId, known)
      else {
        policyOf ??= policies(sources)
        const made = topicsOf(channelId, inputs, policyOf)
        parts.set(channelId, { ...inputs, conversations: withKnown(made, known?.conversations) })
      }
    }
    before = parts
    direct = withKnown(directOf(sources), direct)
    const byPart = [...[...parts.values()].map(({ conversations }) => conversations), direct]
    const all = byPart.flat()
    partsOfAll.set(all, byPart)
    return all
  }
}

/** Returns all known conversations. Asked again and again, `conversationsFrom` is cheaper. */
export const conversationsOf = (sources: ConversationSources, lists: TopicLists) =>
  conversationsFrom()(sources, lists)

const partsOfAll = new WeakMap<readonly Conversation[], readonly (readonly Conversation[])[]>()

/** Returns conversations by channel. A channel in which nothing has changed is the same list as before. */
export const partsOf = (all: readonly Conversation[]): readonly (readonly Conversation[])[] =>
  partsOfAll.get(all) ?? [all]

function byChannel(groups: UnreadTopics): ReadonlyMap<number, UnreadTopics> {
  const found = new Map<number, UnreadTopics>()
  for (const group of groups) {
    const others = found.get(group.stream_id)
    if (others) others.push(group)
    else found.set(group.stream_id, [group])
  }
  return found
}

const isSamePart = (known: ChannelPart, inputs: Omit<ChannelPart, 'conversations'>): boolean =>
  known.list === inputs.list &&
  known.mentions === inputs.mentions &&
  known.subscriptions === inputs.subscriptions &&
  known.userTopics === inputs.userTopics &&
  known.unread.length === inputs.unread.length &&
  known.unread.every((group, at) => group === inputs.unread[at])

/** Takes conversations that are equal from an earlier list, so that rows are drawn again only where something is new. */
function withKnown(
  conversations: readonly Conversation[],
  earlier: readonly Conversation[] = [],
): readonly Conversation[] {
  if (earlier.length === 0) return conversations
  const known = new Map(earlier.map((conversation) => [conversation.key, conversation]))
  const next = conversations.map((conversation) => {
    const old = known.get(conversation.key)
    return old && isEqual(old, conversation) ? old : conversation
  })
  return next.length === earlier.length && next.every((row, at) => row === earlier[at]) ? earlier : next
}

const isEqual = (a: Conversation, b: Conversation): boolean =>
  a.topic === b.topic &&
  a.lastId === b.lastId &&
  a.unread === b.unread &&
  a.hasMention === b.hasMention &&
  a.counted === b.counted &&
  a.isMuted === b.isMuted &&
  a.isFollowed === b.isFollowed &&
  a.writers === b.writers

/** Collects conversations by key: the newest message names a topic. */
class Collected {
  readonly #found = new Map<string, Conversation>()
  readonly #mentions: ReadonlySet<number>

  constructor(mentions: readonly number[] | undefined) {
    this.#mentions = new Set(mentions)
  }

  add(start: Conversation, unreadIds: readonly number[] = []): void {
    const known = this.#found.get(start.key) ?? start
    const isNewer = start.lastId >= known.lastId
    const mentions = this.#mentions.size === 0 ? 0 : unreadIds.filter((id) => this.#mentions.has(id)).length
    this.#found.set(start.key, {
      ...known,
      topic: isNewer ? start.topic : known.topic,
      lastId: isNewer ? start.lastId : known.lastId,
      unread: unreadIds.length || known.unread,
      // Every direct message is meant for its readers.
      hasMention: known.hasMention || (start.userIds !== undefined && unreadIds.length > 0) || mentions > 0,
      counted: (known.isMuted ? mentions : unreadIds.length) || known.counted,
    })
  }

  get all(): readonly Conversation[] {
    return [...this.#found.values()]
  }
}

const nobody: readonly number[] = []

function topicsOf(
  channelId: number,
  { list, unread, mentions }: Pick<ChannelPart, 'list' | 'unread' | 'mentions'>,
  policyOf: ReturnType<typeof policies>,
): readonly Conversation[] {
  const found = new Collected(mentions)
  const topicOf = (topic: string, lastId: number, writers = nobody): Conversation => ({
    key: topicKey(channelId, topic),
    channelId,
    topic,
    userIds: undefined,
    lastId,
    unread: 0,
    hasMention: false,
    counted: 0,
    writers,
    ...policyOf(channelId, topic),
  })
  for (const { name, lastId, writers } of list?.topics.values() ?? [])
    found.add(topicOf(name, lastId, writers))
  for (const { topic, unread_message_ids: ids } of unread) found.add(topicOf(topic, ids.at(-1) ?? 0), ids)
  return found.all
}

function directOf(sources: ConversationSources): readonly Conversation[] {
  const { unread_msgs: unread, recent_private_conversations: recent = [], user_id: ownId = -1 } = sources
  const found = new Collected(undefined)
  for (const { user_ids, max_message_id } of recent) found.add(peopleOf(user_ids, max_message_id))
  for (const { other_user_id: other, unread_message_ids: ids } of unread?.pms ?? [])
    found.add(peopleOf(other === ownId ? [] : [other], ids.at(-1) ?? 0), ids)
  for (const { user_ids_string, unread_message_ids: ids } of unread?.huddles ?? []) {
    const others = user_ids_string
      .split(',')
      .map(Number)
      .filter((id) => id !== ownId)
    found.add(peopleOf(others, ids.at(-1) ?? 0), ids)
  }
  return found.all
}

const peopleOf = (userIds: readonly number[], lastId: number): Conversation => ({
  key: peopleKey(userIds),
  channelId: undefined,
  topic: '',
  userIds,
  lastId,
  unread: 0,
  hasMention: false,
  counted: 0,
  isMuted: false,
  isFollowed: false,
  writers: nobody,
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
