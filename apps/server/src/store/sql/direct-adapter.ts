import { type DatabaseConnection, type DialectAdapter, PostgresAdapter, SqliteAdapter } from 'kysely'

/** Marks a dialect whose queries can run without asking kysely for a connection. */
export class DirectAdapter extends SqliteAdapter {
  readonly connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.connection = connection
  }
}

/** The same for the one connection of a transaction on PostgreSQL. */
export class DirectPostgresAdapter extends PostgresAdapter {
  readonly connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.connection = connection
  }
}

/** The one connection of a dialect; undefined if kysely has to be asked for one. */
export const directConnection = (adapter: DialectAdapter): DatabaseConnection | undefined =>
  adapter instanceof DirectAdapter || adapter instanceof DirectPostgresAdapter
    ? adapter.connection
    : undefined
