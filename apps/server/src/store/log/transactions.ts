/**
 * Write transactions with group commit, and the event log that is written in them.
 *
 * `transact` puts a body into the lane of its organization. A lane takes the waiting bodies as a batch: one SQL
 * transaction, in which the bodies run one after another, each in a savepoint. Their events are appended to the log at
 * the end of the batch. Then the batch commits, the listener takes the rows in, and the callers are answered.
 *
 * Invariants
 * - A caller is answered after its commit is on disk, and after this process's directory has taken it in: it reads its
 *   own writes. A commit with `isBrief` reaches the disk a moment later.
 * - Bodies of a lane never overlap; on PostgreSQL, not even those of different processes. A body sees the directory as
 *   it is in its transaction: a body that touches the directory ends its batch.
 * - The change and its log rows are in one commit. Rows have rising ids in the order of the bodies.
 * - A body that throws is undone alone; the others of its batch commit. A failing database undoes the batch, and
 *   rejects everybody who waits in the lane with `StoreUnavailable`.
 * - What a body notes for the audit log is written at the end of the body, in its savepoint.
 * - With `alone`, a batch has this body only: all that it reads belongs to one position of the log.
 *
 * On PostgreSQL, the bodies of a batch share facts that were read ahead, and rows that are written at the end (`Batch`):
 * two round trips for all that foresee what they look up. Bodies that arrive after the batch has begun wait for the next.
 * If a statement for many bodies fails, each runs again by itself.
 *
 * Cost: a batch of up to `batchLimit` bodies costs one commit, so that throughput grows with load. A lane without other
 * work adds one turn of the event loop before the batch, and one after it.
 *
 * In a body, do nothing but SQL. Everybody in the lane waits for it: do hashing, rendering and calls to other servers
 * before. Do not call `transact` from within a body: it would wait for itself. A caller that gets `mayBeDone` must not
 * simply repeat the body: the commit may have taken place.
 */

import { type Authored, byServer } from '#model/audit.ts'
import type { LogRow } from '#model/log-row.ts'
import { must } from '#model/must.ts'
import { settleAll } from '#model/settle-all.ts'
import type { Clock } from '#ports/clock.ts'
import { CommitUnknown, type Engine, type NewLogRow, type WriteTransaction } from '#store/engines/engine.ts'
import type { Db } from '#store/sql/db.ts'
import { appendAudit } from './audit-log.ts'
import { Batch } from './batch.ts'
import type { Foreseen } from './foresight.ts'
import { type Pending, Tx } from './tx.ts'

/**
 * Thrown to all callers whose transaction did not become durable. None of their changes was kept, unless `mayBeDone`.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** True if the connection broke during the commit: nobody knows whether the commit took place. */
  readonly mayBeDone: boolean

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.mayBeDone = cause instanceof CommitUnknown
  }
}

export interface TransactOptions {
  readonly alone?: boolean
  readonly isBrief?: boolean
  /**
   * Returns the facts that the body will probably look up, by `tx.find`. On PostgreSQL they are read for the whole batch
   * at once; SQLite does not ask.
   */
  readonly foresees?: () => readonly Foreseen[]
  /** Whoever makes the changes, for the audit log; the server itself if nobody is named. */
  readonly by?: Authored
}

interface Job {
  readonly organizationId: number
  readonly alone: boolean
  readonly isBrief: boolean
  /** Asked once at most. */
  readonly foresees: () => readonly Foreseen[]
  readonly by: Authored
  readonly body: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

const nothing = (): readonly Foreseen[] => []

function once(foresees: () => readonly Foreseen[]): () => readonly Foreseen[] {
  let found: readonly Foreseen[] | undefined
  return () => (found ??= foresees())
}

type Outcome =
  | { readonly job: Job; readonly ok: true; readonly value: unknown; readonly rows: Pending[] }
  | { readonly job: Job; readonly ok: false; readonly error: unknown }

/** A batch on its way. */
interface Running {
  readonly jobs: Job[]
  readonly outcomes: Outcome[]
  batch: Batch | undefined
  /** Number of jobs that waited when it began. */
  arrived?: number
}

/** Learns of each commit before its callers do. */
export interface CommitListener {
  /**
   * Brings this process up to date. Called inside a lane, before the first body, if other processes may have written.
   */
  beforeBatch(db: Db, organizationId: number): Promise<void>
  /** Takes in the rows of a commit, in the order of the log. Called before any caller is answered. */
  committed(organizationId: number, rows: readonly LogRow[]): Promise<void>
}

/** Error of the database, without the remark that a commit may have taken place. */
const unwrapped = (error: unknown): unknown => (error instanceof CommitUnknown ? error.cause : error)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const batchLimit = 64

/** Stands for the organization in transactions without one, such as the transaction that makes an organization. */
export const installation = 0

/** Runs write transactions, in batches that share a commit. */
export class Transactions {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #listener: CommitListener
  readonly #lanes = new Map<number, Job[]>()
  /** Organizations whose listener missed a commit; on a shared database, `beforeBatch` catches up anyway. */
  readonly #behind = new Set<number>()
  #running = 0
  #idle: (() => void)[] = []

  constructor(engine: Engine, clock: Clock, listener: CommitListener) {
    this.#engine = engine
    this.#clock = clock
    this.#listener = listener
  }

  /**
   * Runs `body` in a write transaction of the organization; resolves when the commit is on disk. With `alone`, the body
   * shares its commit with no other, so that everything it reads belongs to one position of the log. With `isBrief`,
   * such a commit does not wait for the disk: for data that its client can ask for again after a power cut.
   */
  transact<T>(
    organizationId: number,
    body: (tx: Tx) => Promise<T>,
    { alone = false, isBrief = false, foresees = nothing, by = byServer }: TransactOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job: Job = {
        organizationId,
        alone,
        isBrief: alone && isBrief,
        foresees: once(foresees),
        by,
        body,
        resolve,
        reject,
      }
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

  /** Resolves when all transactions have ended. */
  async settled(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  async #drain(lane: number): Promise<void> {
    const waiting = this.#lanes.get(lane) ?? []
    while (waiting.length > 0) {
      // Lets requests that have arrived meanwhile into the batch.
      await new Promise((resolve) => setImmediate(resolve))
      await this.#runBatch(lane, waiting)
    }
    this.#lanes.delete(lane)
    if (--this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #runBatch(lane: number, waiting: Job[]): Promise<void> {
    const running: Running = { jobs: [], outcomes: [], batch: undefined }
    const { jobs, outcomes } = running
    let appending: Promise<LogRow[]> | undefined
    try {
      await this.#engine.write(
        lane,
        async (transaction) => {
          const alone = (running.arrived ?? waiting.length) === 1
          // Bodies that come while the first ones run have foreseen nothing: on PostgreSQL the next batch is theirs.
          const most = running.arrived ?? batchLimit
          while (jobs.length < most) {
            const job = waiting[0]
            if (!job || (job.alone && jobs.length > 0)) break
            waiting.shift()
            jobs.push(job)
            await running.batch?.readAgain(job.organizationId, job.foresees(), () =>
              waiting.slice(0, most - jobs.length).flatMap(({ foresees }) => foresees()),
            )
            const { outcome, touched } = await this.#runBody(
              job,
              transaction,
              running,
              alone && jobs.length === 1,
            )
            outcomes.push(outcome)
            if (touched || job.alone) break
          }
          running.batch?.flush()
          appending = this.#append(transaction, outcomes)
          // Where the commit follows without waiting, a row that fails makes it fail.
          if (running.batch) appending.catch(() => {})
          else await appending
        },
        {
          isBrief: waiting[0]?.isBrief ?? false,
          ahead: (transaction) => this.#readAhead(transaction, waiting, running),
        },
      )
    } catch (error) {
      this.#fail(running, waiting, error)
      return
    }
    const written = (await appending) ?? []
    const missed = await this.#tell(written)
    // Listeners get the event before its author, who knows it already. In a busy lane the turn costs more than it
    // saves.
    if (jobs.length === 1 && written.length > 0) await new Promise((resolve) => setImmediate(resolve))
    for (const outcome of outcomes) {
      if (!outcome.ok) outcome.job.reject(outcome.error)
      else if (missed.has(outcome.job.organizationId))
        outcome.job.reject(missed.get(outcome.job.organizationId))
      else outcome.job.resolve(outcome.value as never)
    }
  }

  /**
   * Tells the listener of a commit. Returns, by organization, the errors of listeners: the database can go away between
   * the commit and the reading after it. The commit took place all the same; the listener catches up before the next
   * batch.
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

  /** Begins a batch: catches up with other processes, and reads what its bodies foresee, in one round trip. */
  async #readAhead(transaction: WriteTransaction, waiting: readonly Job[], running: Running): Promise<void> {
    const first = waiting[0]
    const readings: Promise<void>[] = []
    if (first && first.organizationId !== installation && this.#engine.isShared)
      readings.push(this.#listener.beforeBatch(transaction.db, first.organizationId))
    if (first && transaction.watch) {
      const jobs = first.alone ? [first] : waiting.slice(0, batchLimit)
      const foreseen = jobs.flatMap(({ foresees }) => foresees())
      running.arrived = jobs.length
      running.batch = new Batch(transaction)
      readings.push(running.batch.read(first.organizationId, foreseen))
    }
    await settleAll(readings)
    for (const organizationId of this.#behind) {
      await this.#listener.beforeBatch(transaction.db, organizationId)
      this.#behind.delete(organizationId)
    }
  }

  /** Answers the callers of a batch that did not commit. */
  #fail({ jobs, outcomes, batch }: Running, waiting: Job[], error: unknown): void {
    const isUnavailable = error instanceof CommitUnknown || this.#engine.isUnavailable(error)
    const reason = isUnavailable ? new StoreUnavailable(error) : (batch?.failure ?? error)
    // No body has begun: the jobs are still waiting. Fail the jobs of this attempt.
    if (jobs.length === 0) jobs.push(...waiting.splice(0, batchLimit))
    const refusals = new Map(
      outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.job, outcome.error]])),
    )
    for (const [job, refusal] of refusals) job.reject(refusal)
    const rest = jobs.filter((job) => !refusals.has(job))
    // A statement for many bodies failed, and nobody knows whose values were wrong: each body runs again by itself.
    const isShared = rest.length > 1 || rest.some(({ foresees }) => foresees().length > 0)
    if (!isUnavailable && batch?.failure !== undefined && isShared)
      waiting.unshift(...rest.map((job) => ({ ...job, alone: true, foresees: nothing })))
    else for (const job of rest) job.reject(reason)
    // The jobs behind them have waited long enough for an answer; none of them was begun.
    if (isUnavailable) for (const job of waiting.splice(0)) job.reject(new StoreUnavailable(unwrapped(error)))
  }

  async #runBody(
    job: Job,
    transaction: WriteTransaction,
    { batch }: Running,
    alone: boolean,
  ): Promise<{ outcome: Outcome; touched: boolean }> {
    const now = Math.floor(this.#clock.now() / 1000)
    const tx = new Tx(transaction.db, job.organizationId, now, batch, job.by)
    batch?.begin(!alone)
    // A single body needs no savepoint: undoing the transaction undoes it.
    const savepoint = alone ? undefined : (batch ?? (await transaction.savepoint()))
    try {
      const value = await job.body(tx)
      if (tx.audited.length > 0) await appendAudit(tx)
      await savepoint?.keep()
      return { outcome: { job, ok: true, value, rows: tx.rows() }, touched: tx.hasTouched }
    } catch (error) {
      if (!savepoint || this.#engine.isUnavailable(error) || (await batch?.hasFailed(error))) throw error
      await savepoint.undo()
      return { outcome: { job, ok: false, error }, touched: false }
    }
  }

  /** Sends the log's rows before it returns; resolves with their ids. */
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
      id: must(ids[index], 'the log gave a row no id'),
      organizationId,
      type: event.type,
      body: event,
      audience,
      known,
      touches,
    }))
  }
}
