import type { Times } from './times.ts'

/** The parts of a message that grouping reads. */
export interface Grouped {
  readonly id: number
  readonly sender_id: number
  readonly timestamp: number
  readonly type: 'stream' | 'private'
  readonly stream_id?: number | undefined
  readonly subject: string
  /** Ids of everybody in a direct conversation, ascending. Empty for channel messages. */
  readonly participants: readonly number[]
}

/** The longest time from the head of a group to its last message, in seconds. */
const groupSeconds = 600

/** A message's place in the list: what stands before it, and whether it has a head of its own. */
export interface Placed<M extends Grouped> {
  readonly message: M
  /** Set where a day begins: its key. */
  readonly day: number | undefined
  /** Whether the line *New messages* stands before it. */
  readonly isFirstUnread: boolean
  /** Whether another conversation begins; only in feeds. */
  readonly isNewConversation: boolean
  /** Whether sender and time stand above it. */
  readonly isHead: boolean
}

interface Grouping {
  readonly times: Times
  /** Whether messages of several conversations are shown. */
  readonly isFeed: boolean
  /** The message that the line *New messages* stands before. */
  readonly firstUnread: number | undefined
  /** Bots' notices always stand alone. */
  readonly isNotice: (message: Grouped) => boolean
}

/** Whether two messages belong to one conversation: topics are compared in any case, as the server does. */
export function isSameConversation(a: Grouped, b: Grouped): boolean {
  if (a.type !== b.type) return false
  if (a.type === 'private') return a.participants.join() === b.participants.join()
  return a.stream_id === b.stream_id && a.subject.toLowerCase() === b.subject.toLowerCase()
}

/** Decides what stands between messages. They are given oldest first. */
export function place<M extends Grouped>(messages: readonly M[], grouping: Grouping): Placed<M>[] {
  const { times, isFeed, firstUnread, isNotice } = grouping
  let previous: M | undefined
  let head: M | undefined
  let previousDay: number | undefined
  return messages.map((message) => {
    const key = times.dayKey(message.timestamp)
    const day = key === previousDay ? undefined : key
    const isFirstUnread = message.id === firstUnread
    const isNewConversation =
      isFeed && (previous === undefined || day !== undefined || !isSameConversation(previous, message))
    const isHead =
      head === undefined ||
      day !== undefined ||
      isFirstUnread ||
      isNewConversation ||
      head.sender_id !== message.sender_id ||
      message.timestamp - head.timestamp > groupSeconds ||
      isNotice(message) ||
      isNotice(head)
    if (isHead) head = message
    previous = message
    previousDay = key
    return { message, day, isFirstUnread, isNewConversation, isHead }
  })
}
