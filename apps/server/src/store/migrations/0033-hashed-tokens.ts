import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Secrets of invitations are kept by their hashes. The API gives out links that many can use again, so theirs stay beside.
 */
export const hashedTokens: Migration = {
  async up(schema) {
    const { db, columns } = schema
    await schema.addColumn('invitations', columns.optional(columns.text('link_token')))
    await sql`update invitations set link_token = token where email is null`.execute(db)
    const { rows } = await sql<{ id: number; token: string }>`select id, token from invitations`.execute(db)
    for (const { id, token } of rows) {
      const hash = createHash('sha256').update(token).digest('base64url')
      await sql`update invitations set token = ${hash} where id = ${id}`.execute(db)
    }
    await db.schema.alterTable('invitations').renameColumn('token', 'token_hash').execute()
  },
}
