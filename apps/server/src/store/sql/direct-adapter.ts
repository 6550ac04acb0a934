import { type DatabaseConnection, SqliteAdapter } from 'kysely'

/** Marks a dialect whose queries can run without asking kysely for a connection. */
export class DirectAdapter extends SqliteAdapter {
  readonly connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.connection = connection
  }
}
