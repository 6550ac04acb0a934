import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/** A connection of `node:sqlite` for kysely. */
export interface SqliteConnection extends DatabaseConnection {
  readonly isInTransaction: boolean
}

const statementsKept = 1000

interface PreparedStatement {
  readonly statement: StatementSync
  /** Names of its columns; empty for a statement without rows. */
  readonly columns: readonly string[]
}

const changesTables = /^\s*(create|alter|drop)\s/i

/**
 * Makes a statement safe to `run()`. Every statement that is run needs this.
 *
 * `run()` reads the row id of the connection's last insert after any statement. It throws if a number cannot hold the
 * id, although the statement succeeded. Row ids above 2^53 occur: FTS5 keeps the pages of deleted entries at (segment +
 * 65536) << 37, and writes them when a savepoint or a transaction begins or ends. A `begin` that threw would stop all
 * writes for good: no insert could follow and reset the row id.
 */
export function runnable(statement: StatementSync): StatementSync {
  statement.setReadBigInts(true)
  return statement
}

/** Rows come as lists: node:sqlite's own objects are dictionaries with slow properties. */
function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index]
  return row
}

/** A connection in this thread. Calls are synchronous, so they never overlap. */
export class LocalConnection implements SqliteConnection {
  readonly #database: DatabaseSync
  readonly #onError: (error: unknown) => void
  // Oldest first: a Map keeps the order of insertion.
  readonly #statements = new Map<string, PreparedStatement>()

  /** `onError` gets SQLite's errors. */
  constructor(database: DatabaseSync, onError: (error: unknown) => void = () => {}) {
    this.#database = database
    this.#onError = onError
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  // Kysely wants a promise; an async function turns SQLite's error into a rejection.
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { statement, columns } = this.#prepare(query.sql)
      const parameters = query.parameters as SQLInputValue[]
      if (columns.length > 0) {
        const lists = statement.all(...parameters) as unknown as unknown[][]
        return { rows: lists.map((values) => rowOf(columns, values) as R) }
      }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      this.#onError(error)
      throw error
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    try {
      const { statement, columns } = this.#prepare(query.sql)
      for (const values of statement.iterate(...(query.parameters as SQLInputValue[])))
        yield { rows: [rowOf(columns, values as unknown as unknown[]) as R] }
    } catch (error) {
      this.#onError(error)
      throw error
    }
  }

  #prepare(text: string): PreparedStatement {
    let prepared = this.#statements.get(text)
    if (!prepared) {
      const statement = this.#database.prepare(text)
      const columns = statement.columns().map(({ name }) => name)
      if (columns.length > 0) statement.setReturnArrays(true)
      else runnable(statement)
      prepared = { statement, columns }
      // Statements prepared before a table changed return the old columns.
      if (changesTables.test(text)) this.#statements.clear()
      else this.#statements.set(text, prepared)
      if (this.#statements.size > statementsKept) {
        for (const oldest of this.#statements.keys()) {
          this.#statements.delete(oldest)
          break
        }
      }
    }
    return prepared
  }
}

/**
 * Reads committed data. While no transaction is open, it reads by the writing connection, which has the newest pages in
 * memory; else by a read-only one. A commit makes the read-only one forget all its pages.
 */
export class CommittedConnection implements SqliteConnection {
  readonly isInTransaction = false
  readonly #writing: LocalConnection
  readonly #reading: LocalConnection

  constructor(writing: LocalConnection, reading: LocalConnection) {
    this.#writing = writing
    this.#reading = reading
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (this.#writing.isInTransaction ? this.#reading : this.#writing).executeQuery(query)
  }

  // Transactions may begin and end between the rows.
  streamQuery<R>(query: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    return this.#reading.streamQuery(query)
  }
}
