import { limits } from '@tagma/contract/limits.ts'
import type { QueueParameters } from '#model/queue-parameters.ts'
import type { UserRecord } from '#model/records.ts'
import type { Viewer } from './shaper.ts'
import { wantedTypes } from './wanted-types.ts'

/** An event in a queue; queues whose clients get the same text share it. */
export interface QueuedEvent {
  readonly id: number
  /** `"type":"message",…}`, the object's text after the id. */
  readonly rest: string
}

/** Event ids are log positions times this factor: the room between is for events without a row. */
export const idsPerPosition = 65_536

/** Events that one row of the log can become for a client; events without a row share the room. */
export const eventsPerRow = 32_768

/** Events that a queue holds in memory; further ones are read from the log when the client asks for them. */
export const bufferLimit = 500

/**
 * A client's place in the event log. A `live` queue gets each new event as it happens; another reads on from
 * `readPosition` at its next poll, and then gets what was announced after `heard`. Only `acknowledged` has to survive the process, and the client knows it too.
 */
export class EventQueue {
  readonly id: string
  readonly organizationId: number
  readonly userId: number
  readonly parameters: QueueParameters
  readonly idleSeconds: number
  readonly events: QueuedEvent[] = []
  readonly #types: ReadonlySet<string> | null
  #readPosition: number
  #source: { readonly position: number } | undefined
  #viewer: Viewer | undefined
  acknowledged: number
  /** Newest event that a reader took. A stream takes events before it is sure that the client has them. */
  #taken: number
  /** True once a stream has read the queue: events may be acknowledged that were lost on their way. */
  isStreamed = false
  /** Time of the last poll, by `Clock.elapsed`. */
  seenAt: number
  /** Number of the organization's last announcement that this queue had, or was not there for. */
  heard: number
  /** Whether the client has polled. Before, it may have gone without having got the answer to its registration. */
  isPolled: boolean
  /** Values that were last written to the queue's row; `seenAt` is NaN if the row is out of date. */
  saved: { position: number; seenAt: number; isPolled: boolean }
  parked: ParkedPoll | undefined

  constructor(row: {
    id: string
    organizationId: number
    userId: number
    parameters: QueueParameters
    idleSeconds: number
    position: number
    seenAt: number
    isPolled: boolean
    heard: number
  }) {
    this.id = row.id
    this.organizationId = row.organizationId
    this.userId = row.userId
    this.parameters = row.parameters
    this.idleSeconds = row.idleSeconds
    this.#readPosition = row.position
    this.acknowledged = row.position * idsPerPosition
    this.#taken = this.acknowledged
    this.seenAt = row.seenAt
    this.isPolled = row.isPolled
    this.heard = row.heard
    this.saved = { position: row.position, seenAt: row.seenAt, isPolled: row.isPolled }
    this.#types = row.parameters.eventTypes && wantedTypes(row.parameters.eventTypes)
  }

  /** The queue's user as shapers know them. */
  viewer(user: UserRecord): Viewer {
    if (this.#viewer?.user !== user) this.#viewer = { user, ...this.parameters }
    return this.#viewer
  }

  /** True if it gets each new event; otherwise its next poll reads the log. */
  get live(): boolean {
    return this.#source !== undefined
  }

  /** From now on it gets everything that the source gives out, up to the source's position. */
  joinLive(source: { readonly position: number }): void {
    this.#source = source
  }

  leaveLive(): void {
    this.#readPosition = this.readPosition
    this.#source = undefined
  }

  /** The log position up to which `events` is complete. */
  get readPosition(): number {
    return Math.max(this.#readPosition, this.#source?.position ?? 0)
  }

  set readPosition(position: number) {
    this.#readPosition = position
  }

  wants(type: string): boolean {
    return this.#types === null || this.#types.has(type) || type === 'heartbeat'
  }

  /** Notes that the client has everything up to an event id, and drops those events. */
  acknowledge(lastEventId: number): void {
    if (lastEventId > this.acknowledged) this.acknowledged = lastEventId
    this.take(this.acknowledged)
  }

  /** Drops the events up to an id from memory. Until they are acknowledged, `goBack` brings them again. */
  take(lastEventId: number): void {
    if (lastEventId > this.#taken) this.#taken = lastEventId
    let done = 0
    while ((this.events[done]?.id ?? Infinity) <= this.#taken) done++
    if (done > 0) this.events.splice(0, done)
    // The client has got more than this process has read: it comes from another process.
    const position = Math.floor(this.#taken / idsPerPosition)
    if (position > this.readPosition) this.readPosition = position
  }

  /** Tells whether events after an id were taken, so that only the log has them. */
  isBehind(lastEventId: number): boolean {
    return Math.max(lastEventId, this.acknowledged) < this.#taken
  }

  /** Lets the queue give out again what was taken after an event id, as far as it is not acknowledged. */
  goBack(lastEventId: number): void {
    this.#taken = Math.max(lastEventId, this.acknowledged)
    this.release()
  }

  /** True if the row does not have the values of this process. */
  get isUnsaved(): boolean {
    const { position, seenAt, isPolled, saved, parked } = this
    return (
      parked !== undefined ||
      position !== saved.position ||
      seenAt !== saved.seenAt ||
      isPolled !== saved.isPolled
    )
  }

  /** Tells whether the last poll is longer ago than the queue lives; `now` is of `Clock.elapsed`. */
  isIdle(now: number): boolean {
    const life = this.isPolled ? this.idleSeconds : limits.idleQueueSeconds
    return !this.parked && now - this.seenAt > life * 1000
  }

  /** Frees the memory: the client's missing events are read from the log at its next poll. */
  release(): void {
    this.readPosition = Math.min(Math.floor(this.#taken / idsPerPosition), this.readPosition)
    this.events.length = 0
  }

  /** Log position up to which the client has everything. */
  get position(): number {
    return Math.min(Math.floor(this.acknowledged / idsPerPosition), this.readPosition)
  }

  /** Adds events, except those that were taken already. */
  push(events: readonly QueuedEvent[]): void {
    for (const event of events) if (event.id > this.#taken) this.events.push(event)
  }

  /** Returns an id for an event without a row, after all ids given out so far; undefined if there is no room. */
  nextEphemeralId(): number | undefined {
    const last = Math.max(this.events.at(-1)?.id ?? 0, this.#taken, this.readPosition * idsPerPosition)
    const next = last + 1
    return next <= (this.readPosition + 1) * idsPerPosition - eventsPerRow ? next : undefined
  }

  /** Answers the parked poll, if any, with the events of the queue. */
  wake(): void {
    const { parked } = this
    if (!parked) return
    this.parked = undefined
    parked.answer(this.events)
  }
}

/** Events as a JSON list. */
export const asList = (events: readonly QueuedEvent[]): string =>
  `[${events.map(({ id, rest }) => `{"id":${id},${rest}`).join(',')}]`

/** A poll that waits for its queue's next event. */
export interface ParkedPoll {
  /** Time of its heartbeat, by `Clock.elapsed`. */
  readonly until: number
  answer(events: readonly QueuedEvent[]): void
  fail(error: unknown): void
}
