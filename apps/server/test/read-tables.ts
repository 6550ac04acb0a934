import { sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import { listTables } from '#store/sql/list-tables.ts'

export type TableRow = Readonly<Record<string, unknown>>

/** Reads all rows of all tables, by table. Leaves out the search index, whose rows contain no readable text. */
export async function readTables(db: Db): Promise<Map<string, readonly TableRow[]>> {
  const tables = new Map<string, readonly TableRow[]>()
  for (const name of (await listTables(db)).keys()) {
    if (/^(sqlite_|message_search)/.test(name)) continue
    const { rows } = await sql<TableRow>`select * from ${sql.table(name)}`.execute(db)
    tables.set(name, rows)
  }
  return tables
}
