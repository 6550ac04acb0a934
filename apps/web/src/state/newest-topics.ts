import type { KnownTopic, TopicLists } from './topic-lists.ts'

interface NewestTopics {
  /** Topics of the channels between two ids of their newest messages, the latest first. */
  readonly topics: readonly { readonly stream_id: number; readonly name: string; readonly max_id: number }[]
  /** Whether no older topic is left. */
  readonly foundOldest: boolean
  /** The id that the newest messages are below; undefined for the newest topics of all. */
  readonly before: number | undefined
}

const noWriters: readonly number[] = []

/**
 * Takes in the newest topics of channels, as GET /tagma/topics returns them. A known topic that would have to be among them, and
 * is not, has ended. What came after the answer was made stays.
 */
export function withNewestTopics(
  lists: TopicLists,
  channelIds: readonly number[],
  { topics, foundOldest, before }: NewestTopics,
): TopicLists {
  const top = before === undefined ? (topics[0]?.max_id ?? 0) : before - 1
  const bottom = foundOldest ? 0 : (topics.at(-1)?.max_id ?? 0)
  const next = new Map(lists)
  for (const channelId of channelIds) {
    const known = lists.get(channelId)
    const kept = [...(known?.topics ?? [])].filter(([, { lastId }]) => lastId > top || lastId < bottom)
    const byName = new Map<string, KnownTopic>(kept)
    for (const { name, max_id: lastId } of topics.filter(({ stream_id }) => stream_id === channelId)) {
      const key = name.toLowerCase()
      const earlier = known?.topics.get(key)
      if ((earlier?.lastId ?? 0) <= top)
        byName.set(key, { name, lastId, writers: earlier?.writers ?? noWriters })
    }
    const isWhole = known?.isWhole === true || (foundOldest && before === undefined)
    if (byName.size > 0 || isWhole) next.set(channelId, { isWhole, topics: byName })
  }
  return next
}
