import type { ServerEvent } from '@tagma/client/server-event.ts'
import { destinationKey, type TopicDestination } from './destination.ts'

/** A topic that was moved as a whole: to another name, another channel, or both. */
export interface Moved {
  readonly from: TopicDestination
  readonly to: TopicDestination
}

/** Returns the move that an event tells, if all messages of a topic went with it. */
export function movedBy(event: ServerEvent): Moved | undefined {
  if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return undefined
  const {
    stream_id: channelId,
    orig_subject: old,
    subject: topic = old,
    new_stream_id: target = channelId,
  } = event
  if (channelId === undefined || target === undefined || old === undefined || topic === undefined)
    return undefined
  const from: TopicDestination = { kind: 'topic', channelId, topic: old }
  const to: TopicDestination = { kind: 'topic', channelId: target, topic }
  return destinationKey(from) === destinationKey(to) ? undefined : { from, to }
}
