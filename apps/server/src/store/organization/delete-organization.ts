import { sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import { listTables } from '#store/sql/list-tables.ts'

/** Columns that tie a row without an organization column to its organization: the first of them that its table has. */
const owners = {
  message_id: 'messages',
  user_id: 'users',
  channel_id: 'channels',
  conversation_id: 'conversations',
  group_id: 'user_groups',
} as const

/** Deletes up to `limit` messages of the organization with everything that belongs to them; returns their number. */
export async function deleteMessagesOfOrganization(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = sql.join(rows.map(({ id }) => id))
  for (const [name, columns] of await listTables(tx.db)) {
    if (columns.has('message_id'))
      await sql`delete from ${sql.table(name)} where message_id in (${ids})`.execute(tx.db)
  }
  await sql`delete from messages where id in (${ids})`.execute(tx.db)
  return rows.length
}

/** Deletes the organization and all its rows. Asks the database for its tables, so that no later table is forgotten. */
export async function deleteOrganizationRows(tx: Tx): Promise<void> {
  const tables = await listTables(tx.db)
  for (const [name, columns] of tables) {
    if (columns.has('organization_id')) continue
    const owner = Object.entries(owners).find(([column]) => columns.has(column))
    if (!owner) continue
    const [column, parent] = owner
    await sql`delete from ${sql.table(name)} where ${sql.ref(column)} in
      (select id from ${sql.table(parent)} where organization_id = ${tx.organizationId})`.execute(tx.db)
  }
  for (const [name, columns] of tables) {
    if (columns.has('organization_id'))
      await sql`delete from ${sql.table(name)} where organization_id = ${tx.organizationId}`.execute(tx.db)
  }
  await sql`delete from organizations where id = ${tx.organizationId}`.execute(tx.db)
}
