import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const statementsKept = 1000

/** One connection of `node:sqlite` as kysely wants it. Calls are synchronous, so they never run side by side. */
class Connection implements DatabaseConnection {
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

/** Lets what knows this dialect execute queries without kysely's way of asking for a connection. */
export class DirectAdapter extends SqliteAdapter {
  readonly connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.connection = connection
  }
}

class NodeSqliteDriver implements Driver {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(rawQuery('begin immediate'))
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(rawQuery('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    // On a full or broken disk SQLite has rolled back by itself, and the reason must not be lost to a second error.
    if (this.#connection.isInTransaction) await connection.executeQuery(rawQuery('rollback'))
  }
}

function rawQuery(text: string): CompiledQuery {
  return { sql: text, parameters: [], query: { kind: 'RawNode' } as never, queryId: { queryId: text } }
}

/** Lets kysely speak to a connection of `node:sqlite`. The caller opens and closes the connection. */
export class NodeSqliteDialect implements Dialect {
  readonly #connection: Connection

  constructor(database: DatabaseSync) {
    this.#connection = new Connection(database)
  }
  createDriver() {
    return new NodeSqliteDriver(this.#connection)
  }
  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }
  createAdapter() {
    return new DirectAdapter(this.#connection)
  }
  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}
