import { useEffect, useRef, useState } from 'preact/hooks'
import { countToday } from '#actions/count-today.ts'
import type { OpenTopic } from '#parts/composer/suggest-titles.ts'
import { useApp } from '#state/use-app.ts'

/** The key of a topic's number. It changes with the newest message, so that the topic is counted again. */
const keyOf = ({ name, lastId }: OpenTopic) => `${lastId} ${name}`

/** Counts today's messages of topics, once for each. Without an answer, a topic has no number. */
export function useToday(
  channelId: number,
  topics: readonly OpenTopic[],
): (topic: OpenTopic) => number | undefined {
  const app = useApp()
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = topics.map(keyOf).join('\n')
  useEffect(() => {
    for (const topic of topics) {
      const key = keyOf(topic)
      if (asked.current.has(key)) continue
      asked.current.add(key)
      countToday(app, { channelId, topic: topic.name }).then(
        (count) => setCounts((known) => new Map(known).set(key, count)),
        () => asked.current.delete(key),
      )
    }
  }, [app, channelId, wanted])
  return (topic) => counts.get(keyOf(topic))
}
