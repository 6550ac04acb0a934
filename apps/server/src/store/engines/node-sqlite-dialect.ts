import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { DirectAdapter } from '#store/sql/direct-adapter.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

class NodeSqliteDriver implements Driver {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
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
    // On a full or broken disk, SQLite has rolled back by itself. A second error must not hide the first.
    if (this.#connection.isInTransaction) await connection.executeQuery(rawQuery('rollback'))
  }
}

function rawQuery(text: string): CompiledQuery {
  return { sql: text, parameters: [], query: { kind: 'RawNode' } as never, queryId: { queryId: text } }
}

/** Connects kysely to a connection of `node:sqlite`. The caller opens and closes the connection. */
export class NodeSqliteDialect implements Dialect {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
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
