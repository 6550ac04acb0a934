import { type Message, othersOf } from '@tagma/sync/messages/message.ts'
import type { Destination } from '#outbox/destination.ts'

/** Returns the conversation of a message as one to write to. `ownId` is the reader. */
export const destinationOf = (message: Message, ownId: number): Destination =>
  message.stream_id === undefined
    ? { kind: 'people', userIds: othersOf(message, ownId).toSorted((a, b) => a - b) }
    : { kind: 'topic', channelId: message.stream_id, topic: message.subject }
