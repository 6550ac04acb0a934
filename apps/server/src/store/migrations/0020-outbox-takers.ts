import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Rows of an outbox name the process that took them, so that another process finds the rows that a dead one left
 * behind.
 */
export const outboxTakers: Migration = {
  async up(schema) {
    const { text, optional } = schema.columns
    for (const table of ['outgoing_mail', 'outgoing_pushes']) {
      await schema.addColumn(table, optional(text('taken_by')))
      await sql`create index ${sql.id(`${table}_in_hand`)} on ${sql.table(table)} (organization_id)
        where taken_by is not null`.execute(schema.db)
    }
  },
}
