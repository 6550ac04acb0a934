import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Changing others' email addresses is a permission that no role brings; first owners have it, like the permission to
 * create accounts. The links that make first owners get an end, and are kept as hashes; each start prints a new one.
 */
export const firstOwners: Migration = {
  async up(schema) {
    const { text, integer, reference } = schema.columns
    await schema.addColumn('users', integer('can_change_user_emails'), 0)
    await sql`update users set can_change_user_emails = 1 where role = 100 and can_create_users = 1`.execute(
      schema.db,
    )
    await schema.dropColumn('organizations', 'setup_token')
    await schema.table(
      'setup_links',
      [text('token_hash'), reference('organization_id', 'organizations'), integer('expires_at')],
      ['token_hash'],
    )
  },
}
