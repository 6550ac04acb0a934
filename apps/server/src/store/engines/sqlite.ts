import { resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { sqliteColumnTypes } from '#store/migrations/migration.ts'
import { missingSteps, runMigrations } from '#store/migrations/run-migrations.ts'
import type { Tables } from '#store/sql/tables.ts'
import { DatabaseFile, isDamage, sqliteCode } from './database-file.ts'
import { defineFunctions } from './define-functions.ts'
import { CommitUnknown, type Engine, type NewLogRow, type WriteTransaction } from './engine.ts'
import { NodeSqliteDialect } from './node-sqlite-dialect.ts'
import { CommittedConnection, LocalConnection, runnable } from './sqlite-connection.ts'
import { ThreadConnection } from './thread-connection.ts'

export interface SqliteOptions {
  /** The database file; made if missing. */
  readonly file: string
  /** False gives up durability in a power cut, for tests. */
  readonly durable?: boolean
}

/**
 * Opens the embedded engine. In this thread, one connection writes, and one reads during writes; a third searches in a
 * separate thread. `synchronous=FULL` with a write-ahead log: a commit is on disk when it returns.
 */
export function openSqlite({ file, durable = true }: SqliteOptions): Engine {
  const health = new DatabaseFile(file)
  const noticed = (error: unknown) => health.notice(error)
  const writer = openWriter(file, durable)
  const reading = openReader(file)

  const writing = new LocalConnection(writer, noticed)
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(writing) })
  const reader = new Kysely<Tables>({
    dialect: new NodeSqliteDialect(new CommittedConnection(writing, new LocalConnection(reading, noticed))),
  })
  const searching = new ThreadConnection(file, noticed)
  const searcher = new Kysely<Tables>({ dialect: new NodeSqliteDialect(searching) })
  const begin = once(writer, 'begin immediate')
  const commit = once(writer, 'commit')
  const transaction = transactionOf(writer, db)

  return {
    kind: 'sqlite',
    isShared: false,
    reader,
    searcher,
    file: health,
    laneOf: () => 0,
    identity: async () => resolve(file),
    async write(_lane, body, { isBrief = false, ahead } = {}) {
      health.requireWhole()
      // The commit is written but not synced: the end of the process does not lose it, and the next commit that waits
      // syncs it too. Checkpoints still wait for the disk, so the file stays whole.
      if (isBrief && durable) writer.exec('pragma synchronous = normal')
      try {
        begin()
        await ahead?.(transaction)
        const result = await body(transaction)
        commit()
        return result
      } catch (error) {
        // A full disk can have rolled back already.
        if (writer.isTransaction) writer.exec('rollback')
        health.notice(error)
        throw sqliteCode(error) === syncFailed ? new CommitUnknown(messageOf(error), { cause: error }) : error
      } finally {
        if (isBrief && durable) writer.exec('pragma synchronous = full')
      }
    },
    async migrate(only) {
      if (health.damage !== undefined && (await missingSteps(db)).length > 0) health.requireWhole()
      return runMigrations(db, sqliteColumnTypes, only)
    },
    isUnavailable: (error) => unavailable.has(sqliteCode(error) & 0xff) || isDamage(error),
    isDuplicate: (error) => duplicate.has(sqliteCode(error)),
    async close() {
      await health.close()
      await searching.close()
      reading.close()
      try {
        // Leaves one file and not three; a damaged one is not touched.
        if (health.damage === undefined) writer.exec('pragma wal_checkpoint(truncate)')
      } catch (error) {
        // On a full disk all three files stay; they lose no rows.
        if (!unavailable.has(sqliteCode(error) & 0xff)) throw error
      }
      writer.close()
    },
  }
}

function openWriter(file: string, durable: boolean): DatabaseSync {
  const writer = new DatabaseSync(file)
  // Before journal_mode, which needs a lock itself.
  writer.exec('pragma busy_timeout = 5000')
  writer.exec('pragma journal_mode = wal')
  writer.exec(`pragma synchronous = ${durable ? 'full' : 'off'}`)
  writer.exec('pragma foreign_keys = on')
  writer.exec('pragma cache_size = -16384')
  defineFunctions(writer)
  return writer
}

function openReader(file: string): DatabaseSync {
  const reading = new DatabaseSync(file)
  reading.exec('pragma busy_timeout = 5000')
  reading.exec('pragma query_only = on')
  reading.exec('pragma cache_size = -16384')
  defineFunctions(reading)
  return reading
}

/** A statement without values that is prepared once: `exec` would parse it for every message. */
function once(writer: DatabaseSync, text: string): () => void {
  let prepared: StatementSync | undefined
  return () => void (prepared ??= runnable(writer.prepare(text))).run()
}

/** The one transaction that runs at a time on the connection that writes. */
function transactionOf(writer: DatabaseSync, db: Kysely<Tables>): WriteTransaction {
  const mark = once(writer, 'savepoint body')
  const keep = once(writer, 'release body')
  let append: StatementSync | undefined
  return {
    db,
    async savepoint() {
      mark()
      return {
        async keep() {
          keep()
        },
        async undo() {
          writer.exec('rollback to body')
          keep()
        },
      }
    },
    async appendToLog(rows: readonly NewLogRow[]) {
      append ??= runnable(
        writer.prepare(
          'insert into event_log (organization_id, at, type, body, audience, touches) values (?, ?, ?, ?, ?, ?)',
        ),
      )
      const statement = append
      return rows.map((row) =>
        Number(
          statement.run(row.organization_id, row.at, row.type, row.body, row.audience, row.touches)
            .lastInsertRowid,
        ),
      )
    },
  }
}

/**
 * SQLITE_IOERR_FSYNC. A commit that fails so has written its rows to the write-ahead log, unseen: they come back if the
 * process ends before another commit overwrites them.
 */
const syncFailed = 1034

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

// SQLITE_BUSY, READONLY, IOERR, FULL, CANTOPEN.
const unavailable = new Set([5, 8, 10, 13, 14])
// SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID.
const duplicate = new Set([1555, 2067, 2579])
