import type { SyncEvent } from '@tagma/sync/state.ts'
import { peopleKey, topicKey } from './conversations.ts'

/** Somebody who is writing. */
export interface Typing {
  readonly userId: number
  /** The conversation's key, as lists know it. */
  readonly conversation: string
  /** The message that they are editing; undefined while they write a new one. */
  readonly edited?: number
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

/** An event of somebody who edits a message. */
interface EditingEvent {
  readonly op: 'start' | 'stop'
  readonly sender_id: number
  readonly message_id: number
  readonly recipient:
    | { readonly type: 'channel'; readonly channel_id: number; readonly topic: string }
    | { readonly type: 'direct'; readonly user_ids: readonly number[] }
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
  const others = recipients.map((person) => person.user_id)
  const conversation = stream_id === undefined ? withPeople(others, ownId) : topicKey(stream_id, topic ?? '')
  return after(typing, op, { userId: sender.user_id, conversation, until: now + patience }, { ownId, now })
}

/** Takes in that somebody began or stopped to edit a message. */
export function withEditing(
  typing: readonly Typing[],
  event: SyncEvent,
  { ownId, now, patience }: Options,
): readonly Typing[] {
  const { op, sender_id: userId, message_id: edited, recipient } = event as unknown as EditingEvent
  const conversation =
    recipient.type === 'channel'
      ? topicKey(recipient.channel_id, recipient.topic)
      : withPeople(recipient.user_ids, ownId)
  return after(typing, op, { userId, conversation, edited, until: now + patience }, { ownId, now })
}

const withPeople = (userIds: readonly number[], ownId: number) =>
  peopleKey(userIds.filter((id) => id !== ownId).toSorted((a, b) => a - b))

function after(
  typing: readonly Typing[],
  op: 'start' | 'stop',
  told: Typing,
  { ownId, now }: Pick<Options, 'ownId' | 'now'>,
): readonly Typing[] {
  // One writes on another device.
  if (told.userId === ownId) return typing
  const isTold = ({ userId, conversation, edited }: Typing) =>
    userId === told.userId &&
    edited === told.edited &&
    (edited !== undefined || conversation === told.conversation)
  const rest = typing.filter((each) => each.until > now && !isTold(each))
  if (op === 'stop') return rest.length === typing.length ? typing : rest
  return [...rest, told]
}

/** Removes those who sent a message, and those who have been silent for long. */
export function withoutWriter(
  typing: readonly Typing[],
  userId: number,
  conversation: string,
): readonly Typing[] {
  const rest = typing.filter(
    (each) => each.userId !== userId || each.conversation !== conversation || each.edited !== undefined,
  )
  return rest.length === typing.length ? typing : rest
}

/** Removes those who were editing a message: it has been edited. */
export function withoutEditor(typing: readonly Typing[], edited: number): readonly Typing[] {
  const rest = typing.filter((each) => each.edited !== edited)
  return rest.length === typing.length ? typing : rest
}

/** Returns the ids of those who write in a conversation now, and of those who edit a message in it. */
export function writersIn(
  typing: readonly Typing[],
  conversation: string,
  now: number,
): { readonly writers: readonly number[]; readonly editors: readonly number[] } {
  const here = typing.filter((each) => each.conversation === conversation && each.until > now)
  const idsOf = (some: readonly Typing[]) => [...new Set(some.map(({ userId }) => userId))]
  return {
    writers: idsOf(here.filter(({ edited }) => edited === undefined)),
    editors: idsOf(here.filter(({ edited }) => edited !== undefined)),
  }
}
