import type { Directories } from '#directory/directories.ts'
import type { LogRow } from '#model/log-row.ts'
import type { Bus, BusMessage } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import { readLog } from '#store/log/event-log.ts'
import type { CommitListener } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'

export interface LogFollowerParts {
  readonly db: Db
  readonly directories: Directories
  readonly bus: Bus
  readonly clock: Clock
  readonly onFault: (error: unknown) => void
  /** Position up to which rows of an organization were handed over; undefined if nobody waits for any. */
  readonly handedOver: (organizationId: number) => number | undefined
  /** Gets the rows of an organization in their order, some of them more than once. */
  readonly handOver: (organizationId: number, rows: readonly LogRow[]) => void
}

/** News of a log that has grown; see `BusMessage`. */
type Growth = Omit<Extract<BusMessage, { kind: 'log' }>, 'kind'>

/**
 * Milliseconds for which a process acts on what it has read of a log. Whoever ends access waits as long before they answer:
 * then every process has read of it, or reads before it recognizes anybody.
 */
export const freshMilliseconds = 250

/** Rows of the log to read at a time. */
const readAtOnce = 500

/**
 * Follows the logs of the organizations that this process knows. After every commit, here or in another process, it
 * brings the directories up to date and hands on the rows.
 */
export class LogFollower implements CommitListener {
  readonly #parts: LogFollowerParts
  /** Organizations whose news is being taken in, with the position of later news. */
  readonly #busy = new Map<number, { again: number }>()
  /** Time of the last sign that some process has written, by `Clock.elapsed`. */
  #wroteAt: number
  /** Begin of the newest reading of each log that has ended, by `Clock.elapsed`. */
  readonly #freshAt = new Map<number, number>()
  /** Readings that requests wait for. */
  readonly #freshening = new Map<number, Promise<void>>()
  /** Newest row in the last survey of all logs. */
  #surveyed = 0

  constructor(parts: LogFollowerParts) {
    this.#parts = parts
    this.#wroteAt = parts.clock.elapsed()
    parts.bus.subscribe((message) => {
      if (message.kind === 'log') this.#hear(message)
    })
  }

  async beforeBatch(db: Db, organizationId: number): Promise<void> {
    const begun = this.#parts.clock.elapsed()
    await this.#readOn(db, organizationId)
    this.#freshAt.set(organizationId, Math.max(begun, this.#freshAt.get(organizationId) ?? begun))
  }

  async #readOn(db: Db, organizationId: number): Promise<void> {
    const { directories, handOver } = this.#parts
    // Two calls can run side by side, one in the lane and one for a wake-up. The first hands over all rows that were
    // not handed over yet, and not only those that the other has not read: no row may overtake another.
    for (;;) {
      const { position } = await directories.get(organizationId)
      const rows = await readLog(db, organizationId, this.#placeAt(organizationId, position), readAtOnce)
      if (rows.length === 0) return
      await directories.apply(organizationId, rows, db)
      handOver(organizationId, rows)
      if (rows.length < readAtOnce) return
    }
  }

  async committed(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    const after = this.#parts.directories.positionOf(organizationId) ?? 0
    await this.#takeIn(organizationId, rows)
    const last = rows.at(-1)
    if (!last) return
    const news = rows.map(({ known: _known, ...row }) => row)
    this.#parts.bus.publish({ kind: 'log', organizationId, position: last.id, after, rows: news })
  }

  /**
   * Seconds since another process was last seen to write; 0 while the bus is away, because then none would be seen. Without
   * a bus, only surveys see it.
   */
  get othersQuietSeconds(): number {
    const { bus, clock } = this.#parts
    return bus.isShared && !bus.isThere ? 0 : (clock.elapsed() - this.#wroteAt) / 1000
  }

  /** Reads the rows that other processes wrote to an organization's log. */
  catchUp(organizationId: number): Promise<void> {
    return this.beforeBatch(this.#parts.db, organizationId)
  }

  /** Tells whether this process has read an organization's log so lately that it may recognize people from memory. */
  isFresh(organizationId: number): boolean {
    const freshAt = this.#freshAt.get(organizationId)
    return freshAt !== undefined && this.#parts.clock.elapsed() - freshAt <= freshMilliseconds
  }

  /** Reads an organization's log for all who ask meanwhile. Rejects while the database is away. */
  async freshen(organizationId: number): Promise<void> {
    const asked = this.#parts.clock.elapsed()
    // A reading that began before may have missed a commit; the next one begins after.
    while ((this.#freshAt.get(organizationId) ?? -Infinity) < asked - freshMilliseconds) {
      const reading = this.#freshening.get(organizationId) ?? this.catchUp(organizationId)
      this.#freshening.set(organizationId, reading)
      try {
        await reading
      } finally {
        if (this.#freshening.get(organizationId) === reading) this.#freshening.delete(organizationId)
      }
    }
  }

  /** Reads on in the logs of known organizations that have newer rows, in case news was lost or there is no bus. */
  async catchUpAll(logs: readonly { readonly id: number; readonly newestLogId: number }[]): Promise<void> {
    const newest = logs.reduce((most, { newestLogId }) => Math.max(most, newestLogId), 0)
    if (newest > this.#surveyed) this.#wroteAt = this.#parts.clock.elapsed()
    this.#surveyed = newest
    for (const { id, newestLogId } of logs) {
      const position = this.#parts.directories.positionOf(id)
      if (position !== undefined && newestLogId > this.#placeAt(id, position)) await this.catchUp(id)
    }
  }

  /**
   * Position up to which an organization's rows have got everywhere in this process, given its directory's position.
   */
  #placeAt(organizationId: number, position: number): number {
    return Math.min(position, this.#parts.handedOver(organizationId) ?? Infinity)
  }

  async #takeIn(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    await this.#parts.directories.apply(organizationId, rows)
    this.#parts.handOver(organizationId, rows)
  }

  /**
   * Takes in news of a log: the rows that came along if they are the next ones, else a reading of the log. News that
   * comes meanwhile leads to one more reading.
   */
  #hear({ organizationId, position, after, rows }: Growth): void {
    this.#wroteAt = this.#parts.clock.elapsed()
    this.#surveyed = Math.max(this.#surveyed, position)
    const known = this.#parts.directories.positionOf(organizationId)
    // Nobody here uses an organization that was never loaded.
    if (known === undefined) return
    const place = this.#placeAt(organizationId, known)
    if (position <= place) return
    const busy = this.#busy.get(organizationId)
    if (busy) {
      busy.again = Math.max(busy.again, position)
      return
    }
    const begun = { again: 0 }
    this.#busy.set(organizationId, begun)
    const isNext = rows !== undefined && after > 0 && after === place
    void (isNext ? this.#takeIn(organizationId, rows) : this.catchUp(organizationId))
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#busy.delete(organizationId)
        if (begun.again > 0) this.#hear({ organizationId, position: begun.again, after: 0 })
      })
  }
}
