import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Changing the addresses of others is a permission that no role brings; first owners have it, as they have that to make
 * accounts.
 */
export const firstOwners: Migration = {
  async up(schema) {
    const { integer } = schema.columns
    await schema.addColumn('users', integer('can_change_user_emails'), 0)
    await sql`update users set can_change_user_emails = 1 where role = 100 and can_create_users = 1`.execute(
      schema.db,
    )
  },
}
