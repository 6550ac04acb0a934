import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Keeps secrets of invitations as hashes. The API shows links for many people again, so their secrets stay beside the
 * hash.
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
