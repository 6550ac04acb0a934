import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './db.ts'

/** The database's own tables with the names of their columns. */
export async function listTables(db: Db): Promise<Map<string, ReadonlySet<string>>> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const query = isPostgres
    ? sql<Row>`select table_name as table_name, column_name as column_name
        from information_schema.columns where table_schema = current_schema()`
    : sql<Row>`select listed.name as table_name, info.name as column_name
        from sqlite_master listed join pragma_table_info(listed.name) info where listed.type = 'table'`
  const { rows } = await query.execute(db)
  const tables = new Map<string, Set<string>>()
  for (const { table_name, column_name } of rows) {
    const columns = tables.get(table_name)
    if (columns) columns.add(column_name)
    else tables.set(table_name, new Set([column_name]))
  }
  return tables
}

interface Row {
  readonly table_name: string
  readonly column_name: string
}
