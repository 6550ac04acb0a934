import * as wire from '@tagma/contract/wire.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import type { App } from '#state/use-app.ts'

/** Who began a conversation, and when. */
export interface Beginning {
  readonly id: number
  readonly senderId: number
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** Asks for the oldest message of a narrow. Undefined if the user may see none. */
export async function findFirst({ client }: App, narrow: Narrow): Promise<Beginning | undefined> {
  const { messages } = await client.call(wire.getMessages, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1,
    narrow: [...narrow],
    apply_markdown: true,
    client_gravatar: true,
    allow_empty_topic_name: true,
  })
  const [first] = messages
  return first && { id: first.id, senderId: first.sender_id, timestamp: first.timestamp }
}
