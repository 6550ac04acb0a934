import { limits } from '@tagma/contract/limits.ts'
import type { Directories } from '#directory/directories.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import { Refusal } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { newestLogId, readLog } from '#store/event-log.ts'
import { findQueue } from '#store/event-queues.ts'
import type { LogRow } from '#store/log-row.ts'
import type { CommitListener, Emitted } from '#store/transactions.ts'
import type { Audience } from './audience.ts'
import { EventQueue } from './event-queue.ts'
import { EventWriter } from './event-writer.ts'
import { LiveOrganization } from './live-organization.ts'
import { readOn } from './read-on.ts'
import type { Shaper } from './shaper.ts'

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
  #isDraining = false

  constructor(parts: EventHubParts) {
    this.#parts = parts
    this.#writer = new EventWriter(parts.db, parts.shapers)
    parts.bus.subscribe((message) => {
      switch (message.kind) {
        case 'log':
          void this.catchUp(message.organizationId).catch(parts.onFault)
          break
        case 'announce':
          this.#organizations.get(message.organizationId)?.announce(message.event, message.audience)
          break
        case 'end-queues': {
          const { organizationId, userIds, code, message: text } = message
          this.#endQueues(organizationId, userIds, (queue_id) => new Refusal(code, text, { queue_id }))
          break
        }
        case 'presence':
          // For the presence book.
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
      const rows = await readLog(db, organizationId, Math.min(position, organization?.handedOver ?? Infinity))
      if (rows.length === 0) return
      await this.#parts.directories.apply(organizationId, rows, db)
      this.#organizations.get(organizationId)?.dispatch(rows)
    }
  }

  async committed(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    await this.#parts.directories.apply(organizationId, rows)
    this.#organizations.get(organizationId)?.dispatch(rows)
    const last = rows.at(-1)
    if (last) this.#parts.bus.publish({ kind: 'log', organizationId, position: last.id })
  }

  /** Reads what other processes have written to an organization's log. */
  catchUp(organizationId: number): Promise<void> {
    return this.beforeBatch(this.#parts.db, organizationId)
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
    queue.seenAt = this.#parts.clock.now()
    queue.acknowledge(request.lastEventId)
    if (!queue.live) {
      const directory = await this.#parts.directories.get(queue.organizationId)
      await readOn(queue, user, { db: this.#parts.db, writer: this.#writer, directory, organization })
    }
    const isAnswered = queue.events.length > 0 || request.dontBlock || this.#isDraining || signal.aborted
    return isAnswered ? queue.text() : this.#park(queue, signal)
  }

  #park(queue: EventQueue, signal: AbortSignal): Promise<string> {
    // One poll at a time: the newest wins, because the older one's connection may be dead.
    queue.wake()
    return new Promise((resolve, reject) => {
      const until = this.#parts.clock.now() + limits.heartbeatSeconds * 1000
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
      if (row) {
        queue = this.#queues.get(id) ?? new EventQueue({ ...row, now: this.#parts.clock.now() })
        this.#queues.set(id, queue)
      }
    }
    if (!queue || queue.userId !== user.id || queue.organizationId !== user.organizationId) {
      throw new Refusal('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { queue_id: id })
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

  /** Forgets a queue. Throws a Refusal for a queue that is not the user's. */
  async remove(queueId: string, user: UserRecord): Promise<void> {
    this.#forget(await this.#find(queueId, user))
  }

  /** Ends the queues of users who may no longer have them; their parked polls get the error. */
  removeAllOf(organizationId: number, userIds: Iterable<number>, error: (queueId: string) => Refusal): void {
    const { code, message } = error('')
    const ids = [...userIds]
    this.#parts.bus.publish({ kind: 'end-queues', organizationId, userIds: ids, code, message })
    this.#endQueues(organizationId, ids, error)
  }

  #endQueues(organizationId: number, userIds: Iterable<number>, error: (queueId: string) => Refusal): void {
    const users = new Set(userIds)
    for (const queue of [...this.#queues.values()]) {
      if (queue.organizationId !== organizationId || !users.has(queue.userId)) continue
      const { parked } = queue
      queue.parked = undefined
      parked?.fail(error(queue.id))
      this.#forget(queue)
    }
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

  /** Sends heartbeats to polls that have waited long enough. Called every second or so. */
  tick(): void {
    const now = this.#parts.clock.now()
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

  /** Queues that nobody has polled for longer than they live. */
  idleQueues(): EventQueue[] {
    const now = this.#parts.clock.now()
    return [...this.#queues.values()].filter(
      (queue) => !queue.parked && now - queue.seenAt > queue.idleSeconds * 1000,
    )
  }

  /** Queues whose row says less than is known here. */
  unsavedQueues(): EventQueue[] {
    return [...this.#queues.values()].filter(
      (queue) =>
        queue.position !== queue.saved.position || queue.seenAt !== queue.saved.seenAt || queue.parked,
    )
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
