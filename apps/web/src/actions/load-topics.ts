import * as wire from '@tagma/contract/wire.ts'
import { withWholeList } from '#state/topic-lists.ts'
import type { App } from '#state/use-app.ts'

/** Fetches all topics of a channel. */
export async function loadTopics({ store, client }: App, channelId: number): Promise<void> {
  const { topics } = await client.call(wire.getStreamTopics, {
    stream_id: channelId,
    allow_empty_topic_name: true,
  })
  store.set({ topics: withWholeList(store.get().topics, channelId, topics) })
}
