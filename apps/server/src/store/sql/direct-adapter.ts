import { type DatabaseConnection, SqliteAdapter } from 'kysely'

/** Lets what knows this dialect execute queries without kysely's way of asking for a connection. */
export class DirectAdapter extends SqliteAdapter {
  readonly connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.connection = connection
  }
}
