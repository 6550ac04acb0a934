import { sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import { listTables } from '#store/sql/list-tables.ts'

/** Counts the rows of every table, by its name. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of (await listTables(db)).keys()) {
    if (name.startsWith('sqlite_')) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}
