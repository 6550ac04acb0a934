import type { QueueParameters } from '#model/queue-parameters.ts'
import type { UserRecord } from '#model/records.ts'
import type { Viewer } from './shaper.ts'
import { wantedTypes } from './wanted-types.ts'

/** An event in a queue; those that get the same of a row share it. */
export interface QueuedEvent {
  readonly id: number
  /** `"type":"message",…}`, the object's text after the id. */
  readonly rest: string
}

/** Event ids are log positions times this, leaving room for events that have no row. */
export const idsPerPosition = 65_536

/** Events that one row of the log can be for a client; events without a row leave room for them. */
export const eventsPerRow = 32_768

/** Events that a queue holds in memory; what lies beyond is read from the log when it is asked for. */
export const bufferLimit = 500

/**
 * A client's place in the event log. While it is `live`, each new event is appended as it happens; otherwise the next
 * poll reads on from `readPosition`. Nothing but `acknowledged` has to survive the process, and the client knows that too.
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
  /** When it was last polled, in milliseconds that pass (`Clock.elapsed`). */
  seenAt: number
  /** What was last written to the queue's row; `seenAt` is NaN where the row says less. */
  saved: { position: number; seenAt: number }
  parked: ParkedPoll | undefined

  constructor(row: {
    id: string
    organizationId: number
    userId: number
    parameters: QueueParameters
    idleSeconds: number
    position: number
    seenAt: number
  }) {
    this.id = row.id
    this.organizationId = row.organizationId
    this.userId = row.userId
    this.parameters = row.parameters
    this.idleSeconds = row.idleSeconds
    this.#readPosition = row.position
    this.acknowledged = row.position * idsPerPosition
    this.seenAt = row.seenAt
    this.saved = { position: row.position, seenAt: row.seenAt }
    this.#types = row.parameters.eventTypes && wantedTypes(row.parameters.eventTypes)
  }

  /** Its user as shapers want to know them. */
  viewer(user: UserRecord): Viewer {
    if (this.#viewer?.user !== user) this.#viewer = { user, ...this.parameters }
    return this.#viewer
  }

  /** Whether it is given each new event; otherwise its next poll reads the log. */
  get live(): boolean {
    return this.#source !== undefined
  }

  /** From here on it is given whatever the source gives out, up to the source's position. */
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

  /** Takes in that the client has everything up to an event id. */
  acknowledge(lastEventId: number): void {
    if (lastEventId > this.acknowledged) this.acknowledged = lastEventId
    let done = 0
    while ((this.events[done]?.id ?? Infinity) <= this.acknowledged) done++
    if (done > 0) this.events.splice(0, done)
    // A client that knows more than this process has read comes from another one.
    const position = Math.floor(this.acknowledged / idsPerPosition)
    if (position > this.readPosition) this.readPosition = position
  }

  /** Whether the row says less than is known here. */
  get isUnsaved(): boolean {
    const { position, seenAt, saved, parked } = this
    return parked !== undefined || position !== saved.position || seenAt !== saved.seenAt
  }

  /** Whether nobody has polled it for longer than it lives; `now` is of `Clock.elapsed`. */
  isIdle(now: number): boolean {
    return !this.parked && now - this.seenAt > this.idleSeconds * 1000
  }

  /** Frees the memory: what its client has not got yet is read from the log when it polls. */
  release(): void {
    this.readPosition = this.position
    this.events.length = 0
  }

  /** The log position that the client has everything of. */
  get position(): number {
    return Math.min(Math.floor(this.acknowledged / idsPerPosition), this.readPosition)
  }

  /** Takes in events, apart from those that the client has already. */
  push(events: readonly QueuedEvent[]): void {
    for (const event of events) if (event.id > this.acknowledged) this.events.push(event)
  }

  /** The id for an event without a row, after everything given out so far; undefined when there is no room. */
  nextEphemeralId(): number | undefined {
    const last = Math.max(this.events.at(-1)?.id ?? 0, this.acknowledged, this.readPosition * idsPerPosition)
    const next = last + 1
    return next <= (this.readPosition + 1) * idsPerPosition - eventsPerRow ? next : undefined
  }

  /** Answers the parked poll, if there is one, with what there is. */
  wake(): void {
    const { parked } = this
    if (!parked) return
    this.parked = undefined
    parked.answer(this.text())
  }

  /** The queue's events as a JSON list. */
  text(): string {
    return `[${this.events.map(({ id, rest }) => `{"id":${id},${rest}`).join(',')}]`
  }
}

/** A poll that waits for its queue's next event. */
export interface ParkedPoll {
  /** When a heartbeat answers it, in milliseconds that pass (`Clock.elapsed`). */
  readonly until: number
  answer(events: string): void
  fail(error: unknown): void
}
