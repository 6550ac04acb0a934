/**
 * Brings events to the queues of this process. `LogFollower` brings the rows of the logs, `LiveOrganization` gives them
 * to live queues, `readOn` reads the log for the others. The hub knows all queues, and parks and answers polls.
 *
 * Operations
 * - `poll` finds a queue, acknowledges, reads on if the queue is not live, and answers or parks. `streamEvents` polls
 *   again and again; it acknowledges later than it takes.
 * - `adopt` takes over a queue of a registration, after its commit. Other queues are found by their rows at a poll.
 * - `announced` is asked before the state of a registration is read: its queue hears what is announced from then on.
 * - `announce` tells queues, here and over the bus, of an event that is worth no row.
 * - `tick` sends heartbeats, frees old announcements and notices a clock that was set. `drain` answers all polls when the server stops.
 * - `forget` frees queues whose rows stay; `endMissing` and rows of the type `queues_ended` end queues for good.
 *
 * Invariants
 * - Memory is a cache. A queue's row and the log are enough to continue it here, after a restart, or in another
 *   process; a client that repeats a poll with its `last_event_id` gets every later event with a row exactly once.
 * - A poll's answer has all events whose commits this process knew before the poll.
 * - A queue has one parked poll at most; a newer poll answers the older one.
 * - A queue ends by a row of the log, so that every process with the queue lets go of it.
 *
 * Cost: a parked poll costs memory only. An event wakes its queues in turns of the event loop (`WakeInTurns`). `tick`
 * looks at all parked polls. The first poll of a queue that is new to this process reads its row.
 *
 * Call `adopt` after the commit of the queue's row and never before: a queue whose registration failed would live on.
 * Announce only what may get lost: a queue that stays without a poll for two minutes does not get it.
 */

import { featureLevel } from '@tagma/contract/feature-level.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Directories } from '#directory/directories.ts'
import type { Audience } from '#model/audience.ts'
import type { Announced } from '#model/log-event.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import type { Turns } from '#ports/turns.ts'
import { newestLogId } from '#store/log/event-log.ts'
import { findQueue } from '#store/log/event-queues.ts'
import type { Db } from '#store/sql/db.ts'
import { badQueue, endingOf } from './ended-queues.ts'
import { EventQueue, idsPerPosition, type ParkedPoll, type QueuedEvent } from './event-queue.ts'
import { EventWriter } from './event-writer.ts'
import { LiveOrganization } from './live-organization.ts'
import { LogFollower } from './log-follower.ts'
import { readOn } from './read-on.ts'
import type { AnyShaper } from './shaper.ts'
import type { Waiting } from './waiting.ts'
import { WakeInTurns } from './wake-in-turns.ts'

export interface EventHubParts {
  readonly db: Db
  readonly directories: Directories
  readonly clock: Clock
  readonly turns: Turns
  readonly bus: Bus
  readonly shapers: readonly AnyShaper[]
  readonly onFault: (error: unknown) => void
}

/** A question for the events of a queue. */
export interface Poll<T> {
  readonly queueId: string
  readonly user: UserRecord
  /** Newest event that the reader has. */
  readonly lastEventId: number
  /** Newest event that the client has for sure, if that is not `lastEventId`: later ones are kept for it. */
  readonly received?: number
  readonly dontBlock: boolean
  readonly caller: Waiting
  /** Seconds without an event until a heartbeat. */
  readonly heartbeatSeconds?: number
  /** Makes the answer. The list is the queue's own and changes afterwards. */
  readonly write: (events: readonly QueuedEvent[]) => T
}

/** Holds the queues of this process and answers their polls. See ARCHITECTURE.md, "Events". */
export class EventHub {
  /** Source of the log's rows. */
  readonly log: LogFollower
  readonly #parts: EventHubParts
  readonly #writer: EventWriter
  readonly #queues = new Map<string, EventQueue>()
  readonly #organizations = new Map<number, LiveOrganization>()
  readonly #parked = new Set<EventQueue>()
  readonly #waking: WakeInTurns
  /** True once the process stops: polls are answered at once. */
  isDraining = false
  #clockOffset: number
  /**
   * UNIX milliseconds since which the process has run with a steady clock. Times of rows before it may be misleading:
   * the server was down, or somebody has set the clock.
   */
  steadySince: number

  constructor(parts: EventHubParts) {
    this.#parts = parts
    this.steadySince = parts.clock.now()
    this.#clockOffset = parts.clock.now() - parts.clock.elapsed()
    this.#writer = new EventWriter(parts.db, parts.shapers)
    this.#waking = new WakeInTurns(parts.turns, (queue) => this.#wake(queue))
    this.log = new LogFollower({
      ...parts,
      handedOver: (organizationId) => this.#organizations.get(organizationId)?.handedOver,
      handOver: (organizationId, rows) => this.#handOver(organizationId, rows),
    })
    parts.bus.subscribe((message) => {
      if (message.kind === 'announce')
        this.#organizations.get(message.organizationId)?.announce(message.event, message.audience)
    })
  }

  // Rows and announcements

  #handOver(organizationId: number, rows: readonly LogRow[]): void {
    this.#organizations.get(organizationId)?.dispatch(rows)
    for (const row of rows) this.#endQueues(row)
  }

  /** Tells queues of an event that is worth no row: typing, presence. It is lost if nobody polls for long. */
  announce(organizationId: number, event: Announced, audience: Audience): void {
    this.#organizations.get(organizationId)?.announce(event, audience)
    this.#parts.bus.publish({ kind: 'announce', organizationId, event, audience })
  }

  /**
   * Number of the last announcement of an organization in this process. A queue with this number as `heard` gets the
   * later ones.
   */
  async announced(organizationId: number): Promise<number> {
    return (await this.#organization(organizationId)).announced
  }

  // Polls

  /** Takes over a queue whose row was just committed. */
  adopt(queue: EventQueue): void {
    this.#queues.set(queue.id, queue)
  }

  /**
   * Returns what `write` makes of a queue's events; waits for the first one. Throws a Refusal for a queue that is not
   * the user's.
   */
  async poll<T>(request: Poll<T>): Promise<T> {
    const { user, caller } = request
    const isKnown = this.#queues.has(request.queueId)
    const queue = await this.#find(request.queueId, user)
    const organization = await this.#organization(queue.organizationId)
    // Everything committed before this poll belongs into its answer.
    await organization.settled()
    await this.#requirePast(queue, request.lastEventId, organization, isKnown)
    queue.seenAt = this.#parts.clock.elapsed()
    queue.isPolled = true
    const { lastEventId, received = lastEventId } = request
    this.#startAt(queue, organization, { lastEventId, received })
    if (!queue.live) {
      const directory = await this.#parts.directories.get(queue.organizationId)
      await readOn(queue, user, { db: this.#parts.db, writer: this.#writer, directory, organization })
    }
    if (this.#queues.get(queue.id) !== queue) {
      // It ended or was forgotten meanwhile: nobody would answer its poll, and nobody would free it.
      organization.retire(queue)
      return this.poll(request)
    }
    const isAnswered = queue.events.length > 0 || request.dontBlock || this.isDraining || caller.hasGone
    return isAnswered ? request.write(queue.events) : this.#park(queue, request)
  }

  /** Acknowledges what was received, and goes back where a client missed events that a stream took. */
  #startAt(
    queue: EventQueue,
    organization: LiveOrganization,
    { lastEventId, received }: { lastEventId: number; received: number },
  ): void {
    // Events that a stream wrote count as received after a time. A client that missed them registers again.
    if (queue.isStreamed && lastEventId < queue.acknowledged) throw badQueue(queue.id)
    if (received < lastEventId) queue.isStreamed = true
    queue.acknowledge(received)
    if (queue.isBehind(lastEventId)) {
      organization.retire(queue)
      queue.goBack(lastEventId)
    }
    queue.take(lastEventId)
  }

  /**
   * Refuses an event that the queue never had. If this process did not know the queue before, the database may have been
   * restored from a backup: then the client has to register again.
   */
  async #requirePast(
    queue: EventQueue,
    lastEventId: number,
    { position }: LiveOrganization,
    isKnown: boolean,
  ): Promise<void> {
    const claimed = Math.floor(lastEventId / idsPerPosition)
    if (claimed <= position || claimed <= (await newestLogId(this.#parts.db, queue.organizationId))) return
    if (isKnown) throw badRequest(`Event ${lastEventId} was not in this queue.`)
    this.#forget(queue)
    throw badQueue(queue.id)
  }

  #park<T>(
    queue: EventQueue,
    { caller, write, heartbeatSeconds = limits.heartbeatSeconds }: Poll<T>,
  ): Promise<T> {
    // One poll at a time: the newest wins, because the older one's connection may be dead.
    queue.wake()
    return new Promise((resolve, reject) => {
      const until = this.#parts.clock.elapsed() + heartbeatSeconds * 1000
      const parked: ParkedPoll = { until, answer: (events) => resolve(write(events)), fail: reject }
      queue.parked = parked
      this.#parked.add(queue)
      caller.whenGone(() => {
        if (queue.parked !== parked) return
        queue.parked = undefined
        this.#parked.delete(queue)
        resolve(write([]))
      })
    })
  }

  async #find(id: string, user: UserRecord): Promise<EventQueue> {
    let queue = this.#queues.get(id)
    if (!queue) {
      const row = await findQueue(this.#parts.db, id)
      // After an upgrade, clients learn of the new feature level by registering again.
      if (row && row.organizationId === user.organizationId && row.parameters.featureLevel === featureLevel) {
        const organization = await this.#organization(row.organizationId)
        const now = this.#parts.clock.elapsed()
        // A queue of another process was there since its last poll, or since its registration.
        const heard = organization.announcedBefore(now - this.#parts.clock.now() + row.seenAt * 1000)
        queue = this.#queues.get(id) ?? new EventQueue({ ...row, seenAt: now, heard })
        this.#queues.set(id, queue)
      }
    }
    if (!queue || queue.userId !== user.id || queue.organizationId !== user.organizationId) {
      throw badQueue(id)
    }
    return queue
  }

  async #organization(id: number): Promise<LiveOrganization> {
    const known = this.#organizations.get(id)
    if (known) return known
    const { db, directories, clock, turns, onFault } = this.#parts
    const position = await newestLogId(db, id)
    const made =
      this.#organizations.get(id) ??
      new LiveOrganization(position, {
        writer: this.#writer,
        directory: () => directories.get(id),
        clock,
        turns,
        wake: (queues) => this.#waking.wake(queues),
        wakeNow: (queue) => this.#wake(queue),
        onFault,
      })
    this.#organizations.set(id, made)
    return made
  }

  #wake(queue: EventQueue): void {
    this.#parked.delete(queue)
    queue.wake()
  }

  // The end of queues

  /** Lets go of the queues that a log row ends; their parked polls get its error. */
  #endQueues(row: LogRow): void {
    const { body } = row
    if (body.type !== 'queues_ended') return
    for (const queue of this.queuesOf(row.organizationId)) {
      const error = endingOf(body, queue)
      // A row may be read twice: it does not end queues that began after it.
      if (error && queue.position < row.id) this.#end(queue, error)
    }
  }

  #end(queue: EventQueue, error: Refusal): void {
    const { parked } = queue
    queue.parked = undefined
    parked?.fail(error)
    this.#forget(queue)
  }

  /**
   * Lets go of queues without a row, from a reading of `existing` rows: the log row that ended a queue may have come
   * while the queue was being looked up.
   */
  endMissing(queues: Iterable<EventQueue>, existing: ReadonlySet<string>): void {
    for (const queue of queues) if (!existing.has(queue.id)) this.#end(queue, badQueue(queue.id))
  }

  /** Forgets an organization whose data was removed; waiting polls get an error. */
  forgetOrganization(id: number): void {
    const error = new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
    for (const queue of this.queuesOf(id)) this.#end(queue, error)
    this.#organizations.delete(id)
  }

  /** Forgets queues without touching their rows: another process may use them. */
  forget(queues: Iterable<EventQueue>): void {
    for (const queue of queues) this.#forget(queue)
  }

  #forget(queue: EventQueue): void {
    this.#queues.delete(queue.id)
    this.#organizations.get(queue.organizationId)?.retire(queue)
    this.#wake(queue)
  }

  // Upkeep

  /**
   * Sends heartbeats to polls that have waited long enough, frees old announcements, and notices that somebody set the
   * clock. Called every second.
   */
  tick(): void {
    const { clock } = this.#parts
    const now = clock.elapsed()
    const offset = clock.now() - now
    if (Math.abs(offset - this.#clockOffset) > clockTolerance) {
      this.steadySince = clock.now()
      // The times in the rows have another meaning now.
      for (const queue of this.#queues.values()) queue.saved = { ...queue.saved, seenAt: Number.NaN }
    }
    this.#clockOffset = offset
    for (const organization of this.#organizations.values()) organization.dropOld(now)
    const due: EventQueue[] = []
    for (const queue of this.#parked) {
      if (!queue.parked) {
        this.#parked.delete(queue)
      } else if (queue.parked.until <= now && queue.events.length === 0) {
        const id = queue.nextEphemeralId()
        if (id === undefined) {
          this.#wake(queue)
        } else {
          queue.events.push({ id, rest: '"type":"heartbeat"}' })
          due.push(queue)
        }
      }
    }
    this.#waking.wake(due)
  }

  /** Queues of an organization in this process. */
  queuesOf(organizationId: number): EventQueue[] {
    return [...this.#queues.values()].filter((queue) => queue.organizationId === organizationId)
  }

  /** Numbers of this process: queues, parked polls, events in memory. */
  get load(): { queues: number; parked: number; events: number } {
    let events = 0
    for (const queue of this.#queues.values()) events += queue.events.length
    return { queues: this.#queues.size, parked: this.#parked.size, events }
  }

  /** Tells whether a user is polling now; for notifications, this means "online". */
  isPolling(organizationId: number, userId: number): boolean {
    return this.#organizations.get(organizationId)?.isPolling(userId) ?? false
  }

  /** Answers all parked polls and parks no more, because the server is stopping. */
  drain(): void {
    this.isDraining = true
    for (const queue of [...this.#parked]) this.#wake(queue)
  }
}

/** Milliseconds of error from one tick to the next after which the clock counts as set. */
const clockTolerance = 30_000
