import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

interface Topic {
  readonly channelId: number
  readonly topic: string
}

/**
 * Deletes a topic with all its messages. The server takes a part at a time, so it is asked until nothing is left; after each
 * part, `onPart` is told.
 */
export async function deleteTopic(
  { client }: App,
  { channelId, topic }: Topic,
  onPart: () => void,
): Promise<void> {
  for (;;) {
    const { complete } = await client.call(wire.deleteTopic, { stream_id: channelId, topic_name: topic })
    if (complete) return
    onPart()
  }
}
