import { featureLevel } from '@tagma/contract/feature-level.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Directories } from '#directory/directories.ts'
import type { Audience } from '#model/audience.ts'
import type { LogRow } from '#model/log-row.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import type { Turns } from '#ports/turns.ts'
import { newestLogId } from '#store/log/event-log.ts'
import { findQueue } from '#store/log/event-queues.ts'
import type { Emitted } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'
import { badQueue, endingOf, queuesEndedType } from './ended-queues.ts'
import { EventQueue, idsPerPosition } from './event-queue.ts'
import { EventWriter } from './event-writer.ts'
import { LiveOrganization } from './live-organization.ts'
import { LogFollower } from './log-follower.ts'
import { readOn } from './read-on.ts'
import type { Shaper } from './shaper.ts'
import type { Waiting } from './waiting.ts'
import { WakeInTurns } from './wake-in-turns.ts'

export interface EventHubParts {
  readonly db: Db
  readonly directories: Directories
  readonly clock: Clock
  readonly turns: Turns
  readonly bus: Bus
  readonly shapers: readonly Shaper[]
  readonly onFault: (error: unknown) => void
}

/**
 * Brings events to the queues of this process: it hands the rows of the logs to live queues and answers polls. See
 * ARCHITECTURE.md, "Events".
 */
export class EventHub {
  /** Where the rows come from. */
  readonly log: LogFollower
  readonly #parts: EventHubParts
  readonly #writer: EventWriter
  readonly #queues = new Map<string, EventQueue>()
  readonly #organizations = new Map<number, LiveOrganization>()
  readonly #parked = new Set<EventQueue>()
  readonly #waking: WakeInTurns
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

  // What happens

  #handOver(organizationId: number, rows: readonly LogRow[]): void {
    this.#organizations.get(organizationId)?.dispatch(rows)
    for (const row of rows) this.#endQueues(row)
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
    caller: Waiting
  }): Promise<string> {
    const { user, caller } = request
    const queue = await this.#find(request.queueId, user)
    const organization = await this.#organization(queue.organizationId)
    // What was committed before this poll belongs into its answer.
    await organization.settled()
    await this.#requirePast(queue, request.lastEventId, organization)
    queue.seenAt = this.#parts.clock.elapsed()
    queue.acknowledge(request.lastEventId)
    if (!queue.live) {
      const directory = await this.#parts.directories.get(queue.organizationId)
      await readOn(queue, user, { db: this.#parts.db, writer: this.#writer, directory, organization })
    }
    const isAnswered = queue.events.length > 0 || request.dontBlock || this.#isDraining || caller.hasGone
    return isAnswered ? queue.text() : this.#park(queue, caller)
  }

  /** Refuses a client that knows more than ever happened: the database is an older one, from a backup. */
  async #requirePast(queue: EventQueue, lastEventId: number, { position }: LiveOrganization): Promise<void> {
    const known = Math.floor(lastEventId / idsPerPosition)
    if (known <= position) return
    if (known > (await newestLogId(this.#parts.db, queue.organizationId))) throw badQueue(queue.id)
  }

  #park(queue: EventQueue, caller: Waiting): Promise<string> {
    // One poll at a time: the newest wins, because the older one's connection may be dead.
    queue.wake()
    return new Promise((resolve, reject) => {
      const until = this.#parts.clock.elapsed() + limits.heartbeatSeconds * 1000
      const parked = { until, answer: resolve, fail: reject }
      queue.parked = parked
      this.#parked.add(queue)
      caller.whenGone(() => {
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
    const { db, directories, turns, onFault } = this.#parts
    const position = await newestLogId(db, id)
    const made =
      this.#organizations.get(id) ??
      new LiveOrganization(position, {
        writer: this.#writer,
        directory: () => directories.get(id),
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

/** How far the clock may go wrong from one tick to the next before it counts as set, in milliseconds. */
const clockTolerance = 30_000
