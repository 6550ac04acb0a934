import type { ServerEvent } from '@tagma/client/server-event.ts'
import { topicKey } from '#state/conversations.ts'

interface Topic {
  readonly channelId: number
  readonly topic: string
}

/** Where a conversation went, and who moved it. */
export interface Moved {
  readonly to: Topic
  readonly userId: number | null
}

/** Finds the newest of some events that moved messages out of a topic. */
export function movedTo(events: readonly ServerEvent[], from: Topic): Moved | undefined {
  const key = topicKey(from.channelId, from.topic)
  for (const event of events.toReversed()) {
    if (event.type !== 'update_message') continue
    const {
      stream_id: channelId,
      orig_subject: old,
      subject: topic = old,
      new_stream_id: to = channelId,
    } = event
    if (channelId === undefined || old === undefined || topic === undefined || to === undefined) continue
    if (topicKey(channelId, old) === key) return { to: { channelId: to, topic }, userId: event.user_id }
  }
  return undefined
}
