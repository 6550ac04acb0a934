import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/** A connection of `node:sqlite` as kysely wants it. */
export interface SqliteConnection extends DatabaseConnection {
  readonly isInTransaction: boolean
}

const statementsKept = 1000

/** A connection of this thread. Calls are synchronous, so they never run side by side. */
export class LocalConnection implements SqliteConnection {
  readonly #database: DatabaseSync
  // Oldest first: a Map keeps the order of insertion.
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  // Kysely wants a promise; an async function turns what SQLite throws into a rejection.
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncGenerator<QueryResult<R>> {
    const { statement } = this.#prepare(query.sql)
    for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) yield { rows: [row as R] }
  }

  #prepare(text: string) {
    let prepared = this.#statements.get(text)
    if (!prepared) {
      const statement = this.#database.prepare(text)
      prepared = { statement, returnsRows: statement.columns().length > 0 }
      // Deleting from a full-text index leaves a row id that no number holds.
      if (!prepared.returnsRows) statement.setReadBigInts(true)
      this.#statements.set(text, prepared)
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
 * Reads what is committed: by the connection that writes, which has the pages in memory that were just written, or by one
 * that only reads while a transaction is open. A commit makes the other forget all its pages.
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
