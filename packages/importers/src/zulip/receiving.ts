import type { FlagName, Place, ReceivedRecord, UnreadRecord } from '../record.ts'

/** Bits of `flags_mask` in the rows that Zulip keeps for each recipient of each message. */
const bits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  streamWildcard: 16,
  topicWildcard: 32,
  groupMentioned: 64,
  alertWord: 512,
  historical: 1024,
} as const

/** Returns the flags that a recipient's row keeps, beside `read`. */
export function flagNames(mask: number, isOwn: boolean): FlagName[] {
  const names: FlagName[] = []
  if (mask & bits.starred) names.push('starred')
  if (mask & bits.collapsed) names.push('collapsed')
  if (mask & (bits.mentioned | bits.groupMentioned)) names.push('mentioned')
  if (mask & bits.streamWildcard) names.push('stream_wildcard_mentioned')
  if (mask & bits.topicWildcard) names.push('topic_wildcard_mentioned')
  if (mask & bits.alertWord) names.push('has_alert_word')
  if (isOwn && !(mask & bits.read)) names.push('ownUnread')
  return names
}

/** A message, as far as it matters who received it. */
export interface ReceivedMessage {
  readonly key: number
  readonly sender: number
  readonly place: Place
  /** Undefined for direct messages. */
  readonly channel: number | undefined
}

/** Stretches of messages that belong together; `last` is the place of the newest among its neighbours. */
interface Stretches {
  readonly done: [from: number, to: number][]
  from: number
  to: number
  last: number
}

interface Conversation {
  readonly place: Place
  messages: number
  readonly unread: Map<number, Stretches>
}

/** Messages above `after`, up to `until`, that somebody received while they were away for long. */
export interface Absence {
  readonly person: number
  readonly after: number
  readonly until: number
}

/**
 * Makes spans and stretches of the rows that Zulip keeps for each recipient of each message. Takes messages in
 * ascending order. Its memory grows with the number of stretches, not with that of rows.
 */
export class Receiving {
  readonly #subscribers: ReadonlyMap<number, ReadonlySet<number>>
  readonly #absences: ReadonlyMap<number, readonly Absence[]>
  readonly #messages = new Map<number, { count: number; newest: number }>()
  readonly #received = new Map<number, Map<number, Stretches>>()
  readonly #conversations = new Map<string, Conversation>()

  /** Both maps are by channel: people with an active subscription, and absences. */
  constructor(
    subscribers: ReadonlyMap<number, ReadonlySet<number>>,
    absences: ReadonlyMap<number, readonly Absence[]>,
  ) {
    this.#subscribers = subscribers
    this.#absences = absences
  }

  /** Takes a message with the masks of its recipients. */
  take(message: ReceivedMessage, masks: ReadonlyMap<number, number>): void {
    const { channel, key } = message
    const conversation = this.#conversationOf(message.place)
    conversation.messages++
    const order = channel === undefined ? undefined : this.#messages.get(channel)
    const count = (order?.count ?? 0) + 1
    if (channel !== undefined) this.#messages.set(channel, { count, newest: key })
    for (const [person, mask] of masks) {
      if (channel !== undefined && !(mask & bits.historical)) this.#receive(person, channel, key, count)
      this.#read(message, conversation, person, (mask & bits.read) !== 0)
    }
    if (channel === undefined) return
    for (const { person, after, until } of this.#absences.get(channel) ?? []) {
      if (key <= after || key > until || masks.has(person)) continue
      this.#receive(person, channel, key, count)
      this.#read(message, conversation, person, person === message.sender)
    }
  }

  *records(): Generator<ReceivedRecord | UnreadRecord> {
    const channels = new Set([...this.#received.keys(), ...this.#subscribers.keys()])
    for (const channel of channels) {
      const order = this.#messages.get(channel) ?? { count: 0, newest: 0 }
      const received = this.#received.get(channel) ?? new Map<number, Stretches>()
      const subscribers = this.#subscribers.get(channel) ?? new Set()
      for (const person of new Set([...received.keys(), ...subscribers])) {
        const spans = spansOf(received.get(person), order, subscribers.has(person))
        if (spans.length > 0) yield { t: 'received', person, channel, spans }
      }
    }
    for (const { place, unread } of this.#conversations.values())
      for (const [person, { done, from, to }] of unread)
        yield { t: 'unread', person, place, stretches: [...done, [from, to]] }
  }

  #receive(person: number, channel: number, key: number, count: number): void {
    let people = this.#received.get(channel)
    if (!people) this.#received.set(channel, (people = new Map<number, Stretches>()))
    extend(people, person, key, count)
  }

  #read(message: ReceivedMessage, conversation: Conversation, person: number, isRead: boolean): void {
    const { unread, messages } = conversation
    if (person === message.sender) {
      // One's own messages are transparent: they do not part what is unread before them from what is unread after.
      const before = unread.get(person)
      if (before?.last === messages - 1) before.last = messages
      return
    }
    if (isRead) return
    if (message.channel !== undefined && !this.#subscribers.get(message.channel)?.has(person)) return
    extend(unread, person, message.key, messages)
  }

  #conversationOf(place: Place): Conversation {
    const key = placeKey(place)
    let conversation = this.#conversations.get(key)
    if (!conversation) {
      conversation = { place, messages: 0, unread: new Map() }
      this.#conversations.set(key, conversation)
    }
    return conversation
  }
}

/** Identity of a conversation: topics that differ in case only are the same. */
const placeKey = (place: Place): string =>
  'people' in place ? place.people.join(',') : `${place.channel} ${place.topic.toLowerCase()}`

function extend(of: Map<number, Stretches>, person: number, key: number, last: number): void {
  const before = of.get(person)
  if (!before) {
    of.set(person, { done: [], from: key, to: key, last })
    return
  }
  if (before.last !== last - 1) {
    before.done.push([before.from, before.to])
    before.from = key
  }
  before.to = key
  before.last = last
}

/** Spans of one person in a channel. Subscribers also receive all that is to come. */
function spansOf(
  stretches: Stretches | undefined,
  order: { readonly count: number; readonly newest: number },
  isSubscribed: boolean,
): [number, number | null][] {
  const open: [number, null] = [order.newest, null]
  if (!stretches) return isSubscribed ? [open] : []
  const spans: [number, number | null][] = stretches.done.map(([from, to]) => [from - 1, to])
  if (!isSubscribed) return [...spans, [stretches.from - 1, stretches.to]]
  if (stretches.last === order.count) return [...spans, [stretches.from - 1, null]]
  return [...spans, [stretches.from - 1, stretches.to], open]
}

/** Changes of a subscription in Zulip's log. */
export interface SubscriptionEvent {
  readonly person: number
  readonly channel: number
  readonly isStart: boolean
  /** Newest message when it happened; 0 if there was none. */
  readonly message: number
}

/** Absences by channel, of people who have no rows for messages above the given ones. Events in their order. */
export function absencesOf(
  lastRows: ReadonlyMap<number, number>,
  events: readonly SubscriptionEvent[],
): Map<number, Absence[]> {
  const absences = new Map<number, Absence[]>()
  for (const [, own] of Map.groupBy(events, ({ person, channel }) => `${person} ${channel}`)) {
    const first = own[0]
    const lastRow = first && lastRows.get(first.person)
    if (first === undefined || lastRow === undefined) continue
    const { person, channel } = first
    let since: number | undefined
    const close = (until: number) => {
      if (since !== undefined && until > Math.max(since, lastRow))
        absences.set(channel, [
          ...(absences.get(channel) ?? []),
          { person, after: Math.max(since, lastRow), until },
        ])
      since = undefined
    }
    for (const { isStart, message } of own) {
      if (isStart) since ??= message
      else close(message)
    }
    close(Number.MAX_SAFE_INTEGER)
  }
  return absences
}
