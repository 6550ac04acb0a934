import type { CompiledQuery } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import type { DatabaseFile } from './database-file.ts'

/** A row of the event log before it has an id. */
export interface NewLogRow {
  readonly organization_id: number
  readonly at: number
  readonly type: string
  readonly body: string
  readonly audience: string
  readonly touches: string | null
}

/** A running write transaction. */
export interface WriteTransaction {
  readonly db: Db
  /** Begins a savepoint: `undo` undoes everything since, `keep` keeps it. */
  savepoint(): Promise<{ keep(): Promise<void>; undo(): Promise<void> }>
  /** Appends to the event log; returns the ids in the order of the rows. */
  appendToLog(rows: readonly NewLogRow[]): Promise<number[]>
  /**
   * Calls a function with each statement just before it goes out. Only where statements are round trips: what is sent
   * without waiting for answers shares one.
   */
  watch?(seen: (query: CompiledQuery) => void): void
}

/** Thrown by `write` if the connection broke during the commit. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/** Thrown by `beside` if a row that the body refers to was changed by a commit after the state that it reads. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * A database engine. Both engines give the same guarantees. When `write` returns, its changes are on disk; readers see
 * nothing before. A process runs the writes of one lane one after another; PostgreSQL makes other processes wait too.
 */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  /** True when other processes may write to the same database. */
  readonly isShared: boolean
  /** Reads committed data, outside any transaction. */
  readonly reader: Db
  /** Reads committed data too, for queries that may take long, such as searches: they do not block the rest. */
  readonly searcher: Db
  /** State of the database's file; undefined if the database takes care of its files itself. */
  readonly file?: DatabaseFile
  /** Lane of an organization: writes of one lane never run side by side. */
  laneOf(organizationId: number): number
  /** Identity of this database: the same for every process that uses it, different for all other databases. */
  identity(): Promise<string>
  /**
   * Runs `body` in a write transaction of the lane and commits. If `body` throws, rolls back and throws its error. With
   * `isBrief`, the commit does not wait for the disk: a crash of the process loses nothing, a power cut may. `ahead`
   * reads before the body begins, in the round trip in which the transaction begins.
   */
  write<T>(
    lane: number,
    body: (transaction: WriteTransaction) => Promise<T>,
    options?: { isBrief?: boolean; ahead?: ((transaction: WriteTransaction) => Promise<void>) | undefined },
  ): Promise<T>
  /**
   * Runs `body` in a transaction that waits for no lane and delays none. All its statements read one state: that of the
   * commits before its first statement. What it inserts reaches the disk a moment later, as with `isBrief`. Undefined for
   * an engine with one writer at a time. Throws `Overtaken`; the body may then run again.
   */
  beside?<T>(body: (db: Db) => Promise<T>): Promise<T>
  /**
   * Brings the schema to the newest version, or only through the steps of an earlier one; returns the names of the steps
   * taken.
   */
  migrate(only?: ReadonlySet<string>): Promise<string[]>
  /** True if an error means that the database cannot be written or reached now; false for a fault of the query. */
  isUnavailable(error: unknown): boolean
  /** True if an error means that a unique key exists already. */
  isDuplicate(error: unknown): boolean
  close(): Promise<void>
}
