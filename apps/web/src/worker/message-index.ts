/*
 * The newest messages of an account, searched without the server. Messages come by three ways: those that the device kept,
 * pages that are fetched from the newest one backwards, and events.
 *
 *   ids ──▶   [ kept, in doubt ][ a gap ][ current: all are here, and events keep them so ]
 *             oldest      gapTo          from                                      newest
 *
 * While the server is asked, too, only what is current counts: in doubt are messages that may have been changed or deleted
 * while no events came. Searching goes through the texts one after another (ADR 68).
 */
import type { Answer } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { applyToMessages, replayed } from '@tagma/sync/messages/apply-to-messages.ts'
import type { ById } from '@tagma/sync/messages/by-id.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { fits } from '@tagma/sync/messages/fits.ts'
import { type Message, messageOf, sameOr } from '@tagma/sync/messages/message.ts'
import { emptyMessages, type Messages } from '@tagma/sync/messages/messages.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import { newMessageOf } from '@tagma/sync/messages/new-message-of.ts'
import type { State, SyncEvent } from '@tagma/sync/state.ts'
import { foundHere } from '#state/found-here.ts'

/** The parts of the registration that decide which messages fit. */
export type Sources = Pick<
  State,
  'user_id' | 'subscriptions' | 'unsubscribed' | 'never_subscribed' | 'user_topics'
>

/** Messages of everything that somebody has received, oldest first, as the server answers them. */
export type IndexPage = Pick<Answer<typeof getMessages>, 'messages' | 'found_oldest'>

/** The index as the device kept it: messages, and the id from which on they are current. */
export interface KeptIndex {
  readonly messages: readonly Message[]
  readonly from: number
  readonly isFilled: boolean
}

/** The place that is asked for next: messages before an id, or the newest ones. */
export type Next = 'newest' | number | undefined

export interface Found {
  readonly messages: readonly Message[]
  /** The number of messages that were looked through. */
  readonly count: number
  /** The time of the oldest one, in seconds since 1970; undefined without messages. */
  readonly since: number | undefined
}

/** A place in a narrow: an end, the first unread message, the one with an id, or the first one since a time in seconds. */
export type Place = 'newest' | 'oldest' | 'first_unread' | number | { readonly since: number }

export interface Around {
  readonly messages: readonly Message[]
  /** The message at the place, or the nearest one; undefined without messages. */
  readonly anchor: number | undefined
  readonly hasNewest: boolean
}

/** Messages on each side of a place. */
const onEachSide = 150

export class MessageIndex {
  #messages: Messages = emptyMessages
  #sources: Sources = {}
  #from = Number.POSITIVE_INFINITY
  #gapTo = 0
  #isFilled = false
  readonly #most: number
  /** Where events stood when the page on its way was asked for. */
  #asked = 0

  /** `most`: so many messages are kept. */
  constructor(most: number) {
    this.#most = most
  }

  get messages(): ById<Message> {
    return this.#messages.byId
  }

  /** The id from which on all messages are here as they are on the server; Infinity if that is unknown. */
  get from(): number {
    return this.#from
  }

  /** Whether there is nothing older to fetch. */
  get isFilled(): boolean {
    return this.#isFilled
  }

  load({ messages, from, isFilled }: KeptIndex): void {
    const known = this.#messages.byId
    const older = messages.filter(({ id }) => !known.has(id)).map((each) => [each.id, each] as const)
    this.#messages = { ...this.#messages, byId: known.withAll(older) }
    this.#from = from
    this.#isFilled = isFilled
    this.#trim()
  }

  know(sources: Sources): void {
    this.#sources = sources
  }

  /** Takes in events that change messages, in their order. */
  take(events: readonly SyncEvent[]): void {
    const facts = factsOf(this.#sources as State)
    for (const event of events) {
      this.#messages = applyToMessages(this.#messages, event, facts)
      const message = newMessageOf(event)
      if (!message) continue
      this.#messages = { ...this.#messages, byId: this.#messages.byId.with(message.id, message) }
    }
    this.#trim()
  }

  /** Events were missed: whatever is here may have changed. */
  doubt(): void {
    if (this.#from !== Number.POSITIVE_INFINITY || this.#gapTo === 0)
      this.#gapTo = newestOf(this.#messages.byId)?.id ?? 0
    this.#from = Number.POSITIVE_INFINITY
  }

  /** Returns what to ask the server for, and notes that it is asked. Undefined: all is here. */
  ask(): Next {
    this.#asked = this.#messages.position
    if (this.#from === Number.POSITIVE_INFINITY) return 'newest'
    if (this.#from > this.#gapTo && this.#gapTo > 0) return this.#from
    const oldest = oldestOf(this.#messages.byId)
    return this.#isFilled || !oldest ? undefined : oldest.id
  }

  /** Takes in the answer: messages before `before`, or the newest ones. They take the place of what was known of that stretch. */
  takePage({ messages: page, found_oldest: isOldest }: IndexPage, before: Exclude<Next, undefined>): void {
    const known = this.#messages.byId
    const fetched = page.map((message) => messageOf(message, message.flags))
    const first = isOldest ? 0 : (fetched[0]?.id ?? 0)
    const last = before === 'newest' ? (fetched.at(-1)?.id ?? 0) : before - 1
    const here = new Set(fetched.map(({ id }) => id))
    const gone = [...known.entries(first)].flatMap(([id]) => (id <= last && !here.has(id) ? [id] : []))
    const byId = known
      .without(gone)
      .withAll(fetched.map((message) => [message.id, sameOr(known.get(message.id), message)] as const))
    const missed = this.#messages.position - this.#asked
    const next = { ...this.#messages, byId }
    const isLost = missed > next.recent.length
    this.#messages =
      missed > 0 && !isLost
        ? replayed(next, next.recent.slice(-missed), factsOf(this.#sources as State))
        : next
    if (isLost) return
    if (before === 'newest' || before === this.#from) this.#from = first
    if (this.#from <= this.#gapTo) this.#gapTo = 0
    if (isOldest) this.#isFilled = true
    this.#trim()
  }

  /** Returns the newest messages that fit, newest first. `onlyCurrent`: none that are in doubt. */
  search(narrow: Narrow, { onlyCurrent }: { readonly onlyCurrent: boolean }): Found {
    const { byId } = this.#messages
    const from = onlyCurrent ? this.#from : 0
    const ids = foundHere(byId, narrow, factsOf(this.#sources as State), from)
    return {
      messages: ids.flatMap((id) => byId.get(id) ?? []),
      count: byId.size,
      since: oldestOf(byId)?.timestamp,
    }
  }

  /** Returns the messages of a narrow around a place, oldest first: of each side so many. Empty where the narrow needs the server. */
  around(narrow: Narrow, place: Place): Around {
    const facts = factsOf(this.#sources as State)
    const all: Message[] = []
    for (const run of this.#messages.byId.runs())
      for (const message of run) if (fits(narrow, message, facts) === 'yes') all.push(message)
    const at = indexOf(all, place)
    return {
      messages: all.slice(Math.max(0, at - onEachSide), at + onEachSide),
      anchor: all[Math.min(at, all.length - 1)]?.id,
      hasNewest: at + onEachSide >= all.length,
    }
  }

  #trim(): void {
    const { byId } = this.#messages
    const surplus = byId.size - this.#most
    if (surplus < 0) return
    this.#isFilled = true
    if (surplus === 0) return
    const gone: number[] = []
    for (const [id] of byId) if (gone.push(id) === surplus) break
    this.#messages = { ...this.#messages, byId: byId.without(gone) }
    this.#from = Math.max(this.#from, oldestOf(this.#messages.byId)?.id ?? 0)
  }
}

/** Returns where a place is among messages; their number for the end. */
function indexOf(all: readonly Message[], place: Place): number {
  if (place === 'oldest') return 0
  if (place === 'newest') return all.length
  const at = all.findIndex((message) =>
    place === 'first_unread'
      ? !message.flags.includes('read')
      : typeof place === 'number'
        ? message.id >= place
        : message.timestamp >= place.since,
  )
  return at < 0 ? all.length : at
}

function oldestOf(byId: ById<Message>): Message | undefined {
  for (const [first] of byId.runs()) return first
  return undefined
}

function newestOf(byId: ById<Message>): Message | undefined {
  let last: Message | undefined
  for (const run of byId.runs()) last = run.at(-1) ?? last
  return last
}
