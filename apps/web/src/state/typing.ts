import type { SyncEvent } from '@tagma/sync/state.ts'
import { peopleKey, topicKey } from './conversations.ts'

/** Somebody who is writing. */
export interface Typing {
  readonly userId: number
  /** The conversation's key, as lists know it. */
  readonly conversation: string
  /** The time from which on it is old, in milliseconds since 1970. */
  readonly until: number
}

/** An event of somebody who writes. */
interface TypingEvent {
  readonly op: 'start' | 'stop'
  readonly sender: { readonly user_id: number }
  readonly recipients?: readonly { readonly user_id: number }[]
  readonly stream_id?: number
  readonly topic?: string
}

interface Options {
  readonly ownId: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** Milliseconds after which nothing more is shown of one event. */
  readonly patience: number
}

/** Takes in that somebody began or stopped to write. */
export function withTyping(
  typing: readonly Typing[],
  event: SyncEvent,
  { ownId, now, patience }: Options,
): readonly Typing[] {
  const { op, sender, recipients = [], stream_id, topic } = event as unknown as TypingEvent
  // One writes on another device.
  if (sender.user_id === ownId) return typing
  const others = recipients.map((person) => person.user_id).filter((id) => id !== ownId)
  const conversation =
    stream_id === undefined ? peopleKey(others.toSorted((a, b) => a - b)) : topicKey(stream_id, topic ?? '')
  const rest = typing.filter(
    (each) => each.until > now && !(each.userId === sender.user_id && each.conversation === conversation),
  )
  if (op === 'stop') return rest.length === typing.length ? typing : rest
  return [...rest, { userId: sender.user_id, conversation, until: now + patience }]
}

/** Removes those who sent a message, and those who have been silent for long. */
export function withoutWriter(
  typing: readonly Typing[],
  userId: number,
  conversation: string,
): readonly Typing[] {
  const rest = typing.filter((each) => each.userId !== userId || each.conversation !== conversation)
  return rest.length === typing.length ? typing : rest
}

/** Returns the ids of those who write in a conversation now. */
export const writersIn = (typing: readonly Typing[], conversation: string, now: number): readonly number[] =>
  typing.filter((each) => each.conversation === conversation && each.until > now).map(({ userId }) => userId)
