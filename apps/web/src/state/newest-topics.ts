import type { KnownTopic, TopicLists } from './topic-lists.ts'

interface NewestTopics {
  /** The topics of a page, the one with the latest message first. */
  readonly topics: readonly { readonly stream_id: number; readonly name: string; readonly max_id: number }[]
  /** Whether no older topic is left. */
  readonly foundOldest: boolean
  /** The id that the page was asked to go on before; undefined for the first page. */
  readonly before: number | undefined
}

const noWriters: readonly number[] = []

/**
 * Takes in a page of the newest topics of channels, from GET /tagma/topics. A known topic that should be on the page and is
 * not there does not exist any more. Topics with messages that are newer than the page stay.
 */
export function withNewestTopics(
  lists: TopicLists,
  channelIds: readonly number[],
  { topics, foundOldest, before }: NewestTopics,
): TopicLists {
  const top = before === undefined ? (topics[0]?.max_id ?? 0) : before - 1
  const bottom = foundOldest ? 0 : (topics.at(-1)?.max_id ?? 0)
  const next = new Map(lists)
  const byChannel = Map.groupBy(topics, ({ stream_id }) => stream_id)
  for (const channelId of channelIds) {
    const known = lists.get(channelId)
    const kept = [...(known?.topics ?? [])].filter(([, { lastId }]) => lastId > top || lastId < bottom)
    const byName = new Map<string, KnownTopic>(kept)
    for (const { name, max_id: lastId } of byChannel.get(channelId) ?? []) {
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
