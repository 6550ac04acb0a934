import { featureLevel } from '@tagma/contract/feature-level.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Directories } from '#directory/directories.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Bus, BusMessage } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import { Refusal } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { newestLogId, readLog } from '#store/event-log.ts'
import { findQueue } from '#store/event-queues.ts'
import type { LogRow } from '#store/log-row.ts'
import type { CommitListener, Emitted } from '#store/transactions.ts'
import type { Audience } from './audience.ts'
import { badQueue, endingOf, queuesEndedType } from './ended-queues.ts'
import { EventQueue, idsPerPosition } from './event-queue.ts'
import { EventWriter } from './event-writer.ts'
import { LiveOrganization } from './live-organization.ts'
import { readOn } from './read-on.ts'
import type { Shaper } from './shaper.ts'

/** What is told of a log that has grown; see `BusMessage`. */
type Growth = Omit<Extract<BusMessage, { kind: 'log' }>, 'kind'>

export interface EventHubParts {
  readonly db: Db
  readonly directories: Directories
  readonly clock: Clock
  readonly bus: Bus
  readonly shapers: readonly Shaper[]
  readonly onFault: (error: unknown) => void
}

/**
 * Brings events to the queues of this process: it hears of every commit, here and in other processes, keeps the
 * directories exact, hands rows to live queues and answers polls. See ARCHITECTURE.md, "Events".
 */
export class EventHub implements CommitListener {
  readonly #parts: EventHubParts
  readonly #writer: EventWriter
  readonly #queues = new Map<string, EventQueue>()
  readonly #organizations = new Map<number, LiveOrganization>()
  readonly #parked = new Set<EventQueue>()
  /** The organizations whose logs are being read because of a wake-up, with the position of later ones. */
  readonly #reading = new Map<number, { again: number }>()
  #isDraining = false
  #clockOffset: number
  /**
   * UNIX milliseconds since which this process runs and the clock goes as time does. What rows say of times before may
   * mean less than it seems: the server was down, or somebody has set the clock.
   */
  steadySince: number

  constructor(parts: EventHubParts) {
    this.#parts = parts
    this.steadySince = parts.clock.now()
    this.#clockOffset = parts.clock.now() - parts.clock.elapsed()
    this.#writer = new EventWriter(parts.db, parts.shapers)
    parts.bus.subscribe((message) => {
      switch (message.kind) {
        case 'log':
          this.#hear(message)
          break
        case 'announce':
          this.#organizations.get(message.organizationId)?.announce(message.event, message.audience)
          break
        case 'presence':
        case 'calls':
          // For the presence book, for the rate limiter.
          break
      }
    })
  }

  // What happens

  async beforeBatch(db: Db, organizationId: number): Promise<void> {
    // Two of these can run side by side, one in the lane and one for a wake-up. Whichever is first hands over all that
    // was not yet handed over, and not only what the other has not read: no row may overtake another.
    for (;;) {
      const { position } = await this.#parts.directories.get(organizationId)
      const organization = this.#organizations.get(organizationId)
      const from = Math.min(position, organization?.handedOver ?? Infinity)
      const rows = await readLog(db, organizationId, from, readAtOnce)
      if (rows.length === 0) return
      await this.#parts.directories.apply(organizationId, rows, db)
      this.#handOver(organizationId, rows)
      if (rows.length < readAtOnce) return
    }
  }

  async committed(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    const after = this.#parts.directories.positionOf(organizationId) ?? 0
    await this.#takeIn(organizationId, rows)
    const last = rows.at(-1)
    if (last) this.#parts.bus.publish({ kind: 'log', organizationId, position: last.id, after, rows })
  }

  async #takeIn(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    await this.#parts.directories.apply(organizationId, rows)
    this.#handOver(organizationId, rows)
  }

  #handOver(organizationId: number, rows: readonly LogRow[]): void {
    this.#organizations.get(organizationId)?.dispatch(rows)
    for (const row of rows) this.#endQueues(row)
  }

  /** Reads what other processes have written to an organization's log. */
  catchUp(organizationId: number): Promise<void> {
    return this.beforeBatch(this.#parts.db, organizationId)
  }

  /**
   * Takes in that an organization's log has grown: the rows that came along, if they are the next ones, or by reading it.
   * What comes meanwhile waits for one further reading.
   */
  #hear({ organizationId, position, after, rows }: Growth): void {
    const known = this.#parts.directories.positionOf(organizationId)
    // Nobody here asks for an organization that was never loaded.
    if (known === undefined) return
    const here = Math.min(known, this.#organizations.get(organizationId)?.handedOver ?? Infinity)
    if (position <= here) return
    const reading = this.#reading.get(organizationId)
    if (reading) {
      reading.again = Math.max(reading.again, position)
      return
    }
    const begun = { again: 0 }
    this.#reading.set(organizationId, begun)
    const isNext = rows !== undefined && after > 0 && after === here
    void (isNext ? this.#takeIn(organizationId, rows) : this.catchUp(organizationId))
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#reading.delete(organizationId)
        if (begun.again > 0) this.#hear({ organizationId, position: begun.again, after: 0 })
      })
  }

  /** Reads on in the logs of all organizations known here, in case a wake-up was lost or there is no bus. */
  async catchUpAll(): Promise<void> {
    for (const organizationId of this.#parts.directories.known()) await this.catchUp(organizationId)
  }

  /** Tells live queues of something that is not worth keeping: typing, presence. Lost where nobody listens. */
  announce(organizationId: number, event: Emitted, audience: Audience): void {
    this.#organizations.get(organizationId)?.announce(event, audience)
    this.#parts.bus.publish({ kind: 'announce', organizationId, event, audience })
  }

  // Polls

  /** Takes over a queue whose row was just committed. */
  adopt(queue: EventQueue): void {
    this.#queues.set(queue.id, queue)
  }

  /** Waits for the events of a queue and gives them as a JSON list. Throws a Refusal for a queue that is not the user's. */
  async poll(request: {
    queueId: string
    user: UserRecord
    lastEventId: number
    dontBlock: boolean
    signal: AbortSignal
  }): Promise<string> {
    const { user, signal } = request
    const queue = await this.#find(request.queueId, user)
    const organization = await this.#organization(queue.organizationId)
    // What was committed before this poll belongs into its answer.
    await organization.settled()
    await this.#checkPast(queue, request.lastEventId, organization)
    queue.seenAt = this.#parts.clock.elapsed()
    queue.acknowledge(request.lastEventId)
    if (!queue.live) {
      const directory = await this.#parts.directories.get(queue.organizationId)
      await readOn(queue, user, { db: this.#parts.db, writer: this.#writer, directory, organization })
    }
    const isAnswered = queue.events.length > 0 || request.dontBlock || this.#isDraining || signal.aborted
    return isAnswered ? queue.text() : this.#park(queue, signal)
  }

  /** Refuses a client that knows more than ever happened: the database is an older one, from a backup. */
  async #checkPast(queue: EventQueue, lastEventId: number, { position }: LiveOrganization): Promise<void> {
    const known = Math.floor(lastEventId / idsPerPosition)
    if (known <= position) return
    if (known > (await newestLogId(this.#parts.db, queue.organizationId))) throw badQueue(queue.id)
  }

  #park(queue: EventQueue, signal: AbortSignal): Promise<string> {
    // One poll at a time: the newest wins, because the older one's connection may be dead.
    queue.wake()
    return new Promise((resolve, reject) => {
      const until = this.#parts.clock.elapsed() + limits.heartbeatSeconds * 1000
      const parked = { until, answer: resolve, fail: reject }
      queue.parked = parked
      this.#parked.add(queue)
      signal.addEventListener('abort', () => {
        if (queue.parked !== parked) return
        queue.parked = undefined
        this.#parked.delete(queue)
        resolve('[]')
      })
    })
  }

  async #find(id: string, user: UserRecord): Promise<EventQueue> {
    let queue = this.#queues.get(id)
    if (!queue) {
      const row = await findQueue(this.#parts.db, id)
      // After an upgrade, clients learn of the new level by registering anew.
      if (row && row.parameters.featureLevel === featureLevel) {
        queue = this.#queues.get(id) ?? new EventQueue({ ...row, seenAt: this.#parts.clock.elapsed() })
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
    const { db, directories, onFault } = this.#parts
    const position = await newestLogId(db, id)
    const made =
      this.#organizations.get(id) ??
      new LiveOrganization(position, {
        writer: this.#writer,
        directory: () => directories.get(id),
        wake: (queue) => this.#wake(queue),
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

  /** Lets go of the queues that a row of the log ends; their parked polls get its error. */
  #endQueues(row: LogRow): void {
    if (row.type !== queuesEndedType) return
    for (const queue of this.queuesOf(row.organizationId)) {
      const error = endingOf(row, queue)
      // A row that is read once more says nothing of queues that began after it.
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
   * Lets go of queues whose rows were gone when `existing` was read, in case the row of the log that ended them came
   * while they were being looked up.
   */
  endMissing(queues: Iterable<EventQueue>, existing: ReadonlySet<string>): void {
    for (const queue of queues) if (!existing.has(queue.id)) this.#end(queue, badQueue(queue.id))
  }

  /** Forgets an organization whose data was removed; polls that wait are told that it is gone. */
  forgetOrganization(id: number): void {
    const error = new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
    for (const queue of this.queuesOf(id)) this.#end(queue, error)
    this.#organizations.delete(id)
  }

  /** Forgets queues without touching their rows, which may live on in another process. */
  forget(queues: Iterable<EventQueue>): void {
    for (const queue of queues) this.#forget(queue)
  }

  #forget(queue: EventQueue): void {
    this.#queues.delete(queue.id)
    this.#organizations.get(queue.organizationId)?.retire(queue)
    this.#wake(queue)
  }

  // Upkeep

  /** Sends heartbeats to polls that have waited long enough, and notices that the clock was set. Called every second or so. */
  tick(): void {
    const { clock } = this.#parts
    const now = clock.elapsed()
    const offset = clock.now() - now
    if (Math.abs(offset - this.#clockOffset) > clockTolerance) {
      this.steadySince = clock.now()
      // The times in the rows mean something else now.
      for (const queue of this.#queues.values()) queue.saved = { ...queue.saved, seenAt: Number.NaN }
    }
    this.#clockOffset = offset
    for (const queue of this.#parked) {
      if (!queue.parked) {
        this.#parked.delete(queue)
      } else if (queue.parked.until <= now) {
        const id = queue.nextEphemeralId()
        if (id !== undefined) queue.events.push({ id, rest: '"type":"heartbeat"}' })
        this.#wake(queue)
      }
    }
  }

  /** The queues of an organization that this process holds. */
  queuesOf(organizationId: number): EventQueue[] {
    return [...this.#queues.values()].filter((queue) => queue.organizationId === organizationId)
  }

  /** How many queues this process holds, how many of their polls wait, and how many events they hold. */
  get load(): { queues: number; parked: number; events: number } {
    let events = 0
    for (const queue of this.#queues.values()) events += queue.events.length
    return { queues: this.#queues.size, parked: this.#parked.size, events }
  }

  /** Whether a user is polling right now: what "online" means to notifications. */
  isPolling(organizationId: number, userId: number): boolean {
    return this.#organizations.get(organizationId)?.isPolling(userId) ?? false
  }

  /** Answers all parked polls and parks no more: the server is stopping. */
  drain(): void {
    this.#isDraining = true
    for (const queue of [...this.#parked]) this.#wake(queue)
  }
}

/** Rows of the log that are read at a time. */
const readAtOnce = 500

/** How far the clock may go wrong from one tick to the next before it counts as set, in milliseconds. */
const clockTolerance = 30_000
