import type { Audience } from '#model/audience.ts'
import type { LogRow } from '#model/log-row.ts'
import { touchedKinds, type TouchedKind, type Touches } from '#model/touches.ts'
import type { Clock } from '#ports/clock.ts'
import { CommitUnknown, type Engine, type NewLogRow, type WriteTransaction } from '#store/engines/engine.ts'
import type { Db } from '#store/sql/db.ts'

/** An event on its way into the log. */
export interface Emitted {
  readonly type: string
  readonly [field: string]: unknown
}

/**
 * The handle to a write transaction, and the only one that can emit events. A body that gets one does nothing but SQL:
 * it shares its commit with others and may be run again.
 */
export class Tx {
  readonly db: Db
  readonly organizationId: number
  /** UNIX seconds; the same throughout the transaction. */
  readonly now: number
  readonly #events: Omit<Pending, 'touches'>[] = []
  readonly #touched = new Map<TouchedKind, Set<number>>()
  #hasTouchedOrganization = false

  constructor(db: Db, organizationId: number, now: number) {
    this.db = db
    this.organizationId = organizationId
    this.now = now
  }

  /**
   * Writes an event to the log with this transaction's changes: both are there after the commit, or neither. `known` is
   * what the event's shaper would look up: this process need not.
   */
  emit(event: Emitted, audience: Audience, known?: unknown): void {
    this.#events.push({ event, audience, known })
  }

  /** Called by the store when it changes what the directory holds. */
  touch(kind: TouchedKind, id: number): void {
    const ids = this.#touched.get(kind)
    if (ids) ids.add(id)
    else this.#touched.set(kind, new Set([id]))
  }

  touchOrganization(): void {
    this.#hasTouchedOrganization = true
  }

  get hasTouched(): boolean {
    return this.#hasTouchedOrganization || this.#touched.size > 0
  }

  /** The log rows of this transaction; the first one carries what it touched. */
  rows(): Pending[] {
    const touches = this.hasTouched ? this.#touches() : null
    const rows: Pending[] = this.#events.map((event) => ({ ...event, touches: null }))
    if (touches) {
      const first = rows[0]
      if (first) rows[0] = { ...first, touches }
      else rows.push({ event: { type: 'touch' }, audience: {}, known: undefined, touches })
    }
    return rows
  }

  #touches(): Touches {
    const touches: Touches = this.#hasTouchedOrganization ? { organization: true } : {}
    for (const kind of touchedKinds) {
      const ids = this.#touched.get(kind)
      if (ids) touches[kind] = [...ids]
    }
    return touches
  }
}

interface Pending {
  readonly event: Emitted
  readonly audience: Audience
  readonly known: unknown
  readonly touches: Touches | null
}

/** Thrown to all callers whose transaction could not be made durable; nothing of theirs was kept, unless `mayBeDone`. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** True when the connection broke during the commit: nobody knows whether it took place. */
  readonly mayBeDone: boolean

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.mayBeDone = cause instanceof CommitUnknown
  }
}

export interface TransactOptions {
  readonly alone?: boolean
  readonly isBrief?: boolean
}

interface Job {
  readonly organizationId: number
  readonly alone: boolean
  readonly isBrief: boolean
  readonly body: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

type Outcome =
  | { readonly job: Job; readonly ok: true; readonly value: unknown; readonly rows: Pending[] }
  | { readonly job: Job; readonly ok: false; readonly error: unknown }

/** What has to know of each commit before its callers do. */
export interface CommitListener {
  /** Called inside a lane, before the first body, when other processes may have written: brings the process up to date. */
  beforeBatch(db: Db, organizationId: number): Promise<void>
  /** Called after the commit and before any caller is answered, with the rows in the order of the log. */
  committed(organizationId: number, rows: readonly LogRow[]): Promise<void>
}

/** Why the database failed, without saying that a commit may have taken place. */
const unwrapped = (error: unknown): unknown => (error instanceof CommitUnknown ? error.cause : error)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const batchLimit = 64

/** Stands for the organization in transactions that belong to none, such as the one that makes an organization. */
export const installation = 0

/**
 * Group commit. Bodies that arrive together run one after another in one SQL transaction, each in its savepoint, and
 * share its commit; all are answered after it. A body that changed the directory ends its batch, so that every body
 * sees the directory exactly as it is.
 */
export class Transactions {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #listener: CommitListener
  readonly #lanes = new Map<number, Job[]>()
  /** Organizations whose listener has missed a commit, where nobody else would tell it. */
  readonly #behind = new Set<number>()
  #running = 0
  #idle: (() => void)[] = []

  constructor(engine: Engine, clock: Clock, listener: CommitListener) {
    this.#engine = engine
    this.#clock = clock
    this.#listener = listener
  }

  /**
   * Runs `body` in a write transaction of the organization. Resolves after the commit is on disk. With `alone`, the
   * body shares its commit with nobody, so that what it reads belongs to exactly one position of the log. With
   * `isBrief`, such a commit does not wait for the disk: for what its client can ask for again after a power cut.
   */
  transact<T>(
    organizationId: number,
    body: (tx: Tx) => Promise<T>,
    { alone = false, isBrief = false }: TransactOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job: Job = { organizationId, alone, isBrief: alone && isBrief, body, resolve, reject }
      const lane = this.#engine.laneOf(organizationId)
      const waiting = this.#lanes.get(lane)
      if (waiting) {
        waiting.push(job)
      } else {
        this.#lanes.set(lane, [job])
        this.#running++
        void this.#drain(lane)
      }
    })
  }

  /** Resolves when every transaction that was asked for has ended. */
  async settled(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #drain(lane: number): Promise<void> {
    const waiting = this.#lanes.get(lane) ?? []
    while (waiting.length > 0) {
      // Lets the requests that have arrived meanwhile into the batch.
      await new Promise((resolve) => setImmediate(resolve))
      await this.#runBatch(lane, waiting)
    }
    this.#lanes.delete(lane)
    if (--this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #runBatch(lane: number, waiting: Job[]): Promise<void> {
    const jobs: Job[] = []
    const outcomes: Outcome[] = []
    let written: LogRow[] = []
    try {
      await this.#engine.write(
        lane,
        async (transaction) => {
          const first = waiting[0]
          if (first && first.organizationId !== installation && this.#engine.isShared)
            await this.#listener.beforeBatch(transaction.db, first.organizationId)
          for (const organizationId of this.#behind) {
            await this.#listener.beforeBatch(transaction.db, organizationId)
            this.#behind.delete(organizationId)
          }
          const alone = waiting.length === 1
          while (jobs.length < batchLimit) {
            const job = waiting[0]
            if (!job || (job.alone && jobs.length > 0)) break
            waiting.shift()
            jobs.push(job)
            const { outcome, touched } = await this.#runBody(job, transaction, alone && jobs.length === 1)
            outcomes.push(outcome)
            if (touched || job.alone) break
          }
          written = await this.#append(transaction, outcomes)
        },
        { isBrief: waiting[0]?.isBrief ?? false },
      )
    } catch (error) {
      const isUnavailable = error instanceof CommitUnknown || this.#engine.isUnavailable(error)
      const reason = isUnavailable ? new StoreUnavailable(error) : error
      // Before the first body began, the jobs are still waiting: fail those that this attempt was for.
      if (jobs.length === 0) jobs.push(...waiting.splice(0, batchLimit))
      for (const job of jobs) {
        const outcome = outcomes.find((candidate) => candidate.job === job)
        job.reject(outcome && !outcome.ok ? outcome.error : reason)
      }
      // Whoever waited for this attempt has waited long enough to be told; nothing of theirs was begun.
      if (isUnavailable)
        for (const job of waiting.splice(0)) job.reject(new StoreUnavailable(unwrapped(error)))
      return
    }
    const missed = await this.#tell(written)
    // Those who wait for what happened get it first: its author knows it already. Where many write, the turn costs more
    // than it saves.
    if (jobs.length === 1 && written.length > 0) await new Promise((resolve) => setImmediate(resolve))
    for (const outcome of outcomes) {
      if (!outcome.ok) outcome.job.reject(outcome.error)
      else if (missed.has(outcome.job.organizationId))
        outcome.job.reject(missed.get(outcome.job.organizationId))
      else outcome.job.resolve(outcome.value as never)
    }
  }

  /**
   * Tells the listener of a commit. Returns why it could not take in what happened, by organization: the database can go
   * away between the commit and the reading that follows. It happened all the same, and comes before the next batch.
   */
  async #tell(written: readonly LogRow[]): Promise<Map<number, unknown>> {
    const missed = new Map<number, unknown>()
    for (const [organizationId, rows] of Map.groupBy(written, (row) => row.organizationId)) {
      try {
        await this.#listener.committed(organizationId, rows)
      } catch (error) {
        const isUnavailable = this.#engine.isUnavailable(error)
        const reason = isUnavailable ? new CommitUnknown(messageOf(error), { cause: error }) : error
        missed.set(organizationId, isUnavailable ? new StoreUnavailable(reason) : reason)
        if (!this.#engine.isShared && organizationId !== installation) this.#behind.add(organizationId)
      }
    }
    return missed
  }

  async #runBody(
    job: Job,
    transaction: WriteTransaction,
    alone: boolean,
  ): Promise<{ outcome: Outcome; touched: boolean }> {
    const tx = new Tx(transaction.db, job.organizationId, Math.floor(this.#clock.now() / 1000))
    // Somebody alone needs no savepoint: what undoes the body undoes the transaction.
    const savepoint = alone ? undefined : await transaction.savepoint()
    try {
      const value = await job.body(tx)
      await savepoint?.keep()
      return { outcome: { job, ok: true, value, rows: tx.rows() }, touched: tx.hasTouched }
    } catch (error) {
      if (!savepoint || this.#engine.isUnavailable(error)) throw error
      await savepoint.undo()
      return { outcome: { job, ok: false, error }, touched: false }
    }
  }

  async #append(transaction: WriteTransaction, outcomes: readonly Outcome[]): Promise<LogRow[]> {
    const pending = outcomes.flatMap((outcome) =>
      outcome.ok ? outcome.rows.map((row) => ({ ...row, organizationId: outcome.job.organizationId })) : [],
    )
    if (pending.length === 0) return []
    const at = Math.floor(this.#clock.now() / 1000)
    const ids = await transaction.appendToLog(
      pending.map(({ organizationId, event, audience, touches }): NewLogRow => ({
        organization_id: organizationId,
        at,
        type: event.type,
        body: JSON.stringify(event),
        audience: JSON.stringify(audience),
        touches: touches === null ? null : JSON.stringify(touches),
      })),
    )
    return pending.map(({ organizationId, event, audience, known, touches }, index) => ({
      id: ids[index] ?? 0,
      organizationId,
      type: event.type,
      body: event,
      audience,
      known,
      touches,
    }))
  }
}
