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

/** What a write transaction offers while it runs. */
export interface WriteTransaction {
  readonly db: Db
  /** Everything since is undone by `undo` and kept by `keep`. */
  savepoint(): Promise<{ keep(): Promise<void>; undo(): Promise<void> }>
  /** Appends to the event log; ids in the order of the rows. */
  appendToLog(rows: readonly NewLogRow[]): Promise<number[]>
}

/** Thrown by `write` when the connection broke while it committed. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/**
 * A database engine. Both engines give the same guarantees: write transactions of one lane run one after another,
 * on PostgreSQL over all processes; what `write` has returned from is on disk.
 */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  /** True when other processes may write to the same database. */
  readonly isShared: boolean
  /** Reads committed data, outside any transaction. */
  readonly reader: Db
  /** Reads committed data too: what may take long, such as searches, without holding up the rest. */
  readonly searcher: Db
  /** What is known of the file that the database lies in; undefined where the database looks after its files itself. */
  readonly file?: DatabaseFile
  /** Which writes must not run side by side: those of the same lane. */
  laneOf(organizationId: number): number
  /** What tells this database from all others: the same for every process that uses it. */
  identity(): Promise<string>
  /**
   * Runs `body` in a write transaction of the lane and commits. Throws what `body` throws, after rolling back. With
   * `isBrief`, the commit does not wait for the disk: a crash of the process loses nothing, a power cut may.
   */
  write<T>(
    lane: number,
    body: (transaction: WriteTransaction) => Promise<T>,
    options?: { isBrief?: boolean },
  ): Promise<T>
  /** Brings the schema to the newest version; returns the names of the steps taken. */
  migrate(): Promise<string[]>
  /** True when an error means that the database cannot be written or reached now, rather than a fault of the query. */
  isUnavailable(error: unknown): boolean
  /** True when an error means that a unique key exists already. */
  isDuplicate(error: unknown): boolean
  close(): Promise<void>
}
