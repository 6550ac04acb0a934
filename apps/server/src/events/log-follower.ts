import type { Directories } from '#directory/directories.ts'
import type { LogRow } from '#model/log-row.ts'
import type { Bus, BusMessage } from '#ports/bus.ts'
import { readLog } from '#store/log/event-log.ts'
import type { CommitListener } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'

export interface LogFollowerParts {
  readonly db: Db
  readonly directories: Directories
  readonly bus: Bus
  readonly onFault: (error: unknown) => void
  /** The position up to which rows of an organization were handed over; undefined where nobody waits for any. */
  readonly handedOver: (organizationId: number) => number | undefined
  /** Gets the rows of an organization in their order, some of them more than once. */
  readonly handOver: (organizationId: number, rows: readonly LogRow[]) => void
}

/** What is told of a log that has grown; see `BusMessage`. */
type Growth = Omit<Extract<BusMessage, { kind: 'log' }>, 'kind'>

/** Rows of the log that are read at a time. */
const readAtOnce = 500

/**
 * Follows the logs of the organizations that this process knows: of every commit, here and in other processes, it keeps
 * the directories exact and hands on the rows.
 */
export class LogFollower implements CommitListener {
  readonly #parts: LogFollowerParts
  /** The organizations whose rows are being taken in because of news, with the position of later ones. */
  readonly #busy = new Map<number, { again: number }>()

  constructor(parts: LogFollowerParts) {
    this.#parts = parts
    parts.bus.subscribe((message) => {
      if (message.kind === 'log') this.#hear(message)
    })
  }

  async beforeBatch(db: Db, organizationId: number): Promise<void> {
    const { directories, handOver } = this.#parts
    // Two of these can run side by side, one in the lane and one for a wake-up. Whichever is first hands over all that
    // was not yet handed over, and not only what the other has not read: no row may overtake another.
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

  /** Reads what other processes have written to an organization's log. */
  catchUp(organizationId: number): Promise<void> {
    return this.beforeBatch(this.#parts.db, organizationId)
  }

  /** Reads on in the logs of all organizations known here, in case news was lost or there is no bus. */
  async catchUpAll(): Promise<void> {
    for (const organizationId of this.#parts.directories.known()) await this.catchUp(organizationId)
  }

  /** How far an organization's rows have got everywhere here, when its directory is at a position. */
  #placeAt(organizationId: number, position: number): number {
    return Math.min(position, this.#parts.handedOver(organizationId) ?? Infinity)
  }

  async #takeIn(organizationId: number, rows: readonly LogRow[]): Promise<void> {
    await this.#parts.directories.apply(organizationId, rows)
    this.#parts.handOver(organizationId, rows)
  }

  /**
   * Takes in that an organization's log has grown: the rows that came along, if they are the next ones, or by reading it.
   * What comes meanwhile waits for one further reading.
   */
  #hear({ organizationId, position, after, rows }: Growth): void {
    const known = this.#parts.directories.positionOf(organizationId)
    // Nobody here asks for an organization that was never loaded.
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
