/** The topics that the page knows, by channel. */
export type TopicLists = ReadonlyMap<number, TopicList>

/** The topics of one channel that the page knows. */
export interface TopicList {
  /** Whether these are all topics of the channel. */
  readonly isWhole: boolean
  /** By the name in lower case, because names that differ in case only are one topic. */
  readonly topics: ReadonlyMap<string, KnownTopic>
}

export interface KnownTopic {
  readonly name: string
  /** Id of the newest known message. */
  readonly lastId: number
  /** People who wrote in it, as far as the page has seen: whoever wrote last comes first. */
  readonly writers: readonly number[]
}

/** The place of a message: what this file needs of one. */
interface Placed {
  readonly id: number
  readonly stream_id?: number | undefined
  readonly subject: string
  readonly sender_id?: number
}

const noTopics: TopicList = { isWhole: false, topics: new Map() }

/** Takes in messages, in any order: their topics exist, and the newer message names the topic. */
export function withMessages(lists: TopicLists, messages: Iterable<Placed>): TopicLists {
  const changed = new Map<number, Map<string, KnownTopic>>()
  for (const { id, stream_id: channelId, subject, sender_id: sender } of messages) {
    if (channelId === undefined) continue
    const key = subject.toLowerCase()
    const known = changed.get(channelId) ?? lists.get(channelId)?.topics
    const topic = known?.get(key)
    const isNewer = (topic?.lastId ?? -1) < id
    const writers = withWriter(topic?.writers ?? noWriters, sender, isNewer)
    if (!isNewer && writers === topic?.writers) continue
    const topics = changed.get(channelId) ?? new Map(known)
    topics.set(key, { name: subject, lastId: id, ...(isNewer ? {} : topic), writers })
    changed.set(channelId, topics)
  }
  if (changed.size === 0) return lists
  const next = new Map(lists)
  for (const [channelId, topics] of changed)
    next.set(channelId, { ...(lists.get(channelId) ?? noTopics), topics })
  return next
}

const noWriters: readonly number[] = []

function withWriter(writers: readonly number[], id: number | undefined, isLast: boolean): readonly number[] {
  if (id === undefined || writers[0] === id) return writers
  if (isLast) return [id, ...writers.filter((each) => each !== id)]
  return writers.includes(id) ? writers : [...writers, id]
}

/** Takes in all topics of a channel, as GET /users/me/{stream_id}/topics returns them. */
export function withWholeList(
  lists: TopicLists,
  channelId: number,
  topics: readonly { readonly name: string; readonly max_id: number }[],
): TopicLists {
  const known = lists.get(channelId)?.topics
  const byName = new Map(
    topics.map(({ name, max_id: lastId }) => {
      const key = name.toLowerCase()
      return [key, { name, lastId, writers: known?.get(key)?.writers ?? noWriters }]
    }),
  )
  return new Map(lists).set(channelId, { isWhole: true, topics: byName })
}

/** Forgets that a channel's topics are all known: messages were moved or deleted, so a topic may have ended. */
export function withDoubt(lists: TopicLists, channelId: number): TopicLists {
  const list = lists.get(channelId)
  if (!list?.isWhole) return lists
  return new Map(lists).set(channelId, { ...list, isWhole: false })
}

/** Removes a topic whose messages are all gone. */
export function withoutTopic(lists: TopicLists, channelId: number, topic: string): TopicLists {
  const list = lists.get(channelId)
  if (!list?.topics.has(topic.toLowerCase())) return lists
  const topics = new Map(list.topics)
  topics.delete(topic.toLowerCase())
  return new Map(lists).set(channelId, { ...list, topics })
}
