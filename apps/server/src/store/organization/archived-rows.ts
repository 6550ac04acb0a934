import { sql } from 'kysely'
import type { Row } from '#store/copying/row-store.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { listTables } from '#store/sql/list-tables.ts'
import { reserveTableThrough } from '#store/sql/reserve-ids.ts'

/** Rows of a table, with the columns of their values. */
export interface ArchivedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

const parametersPerStatement = 30_000

/** Adds rows of an archive as they are. Rows that are there already stay. Throws for columns that a table does not have. */
export async function insertArchivedRows(tx: Tx, { name, columns, rows }: ArchivedTable): Promise<void> {
  const own = (await listTables(tx.db)).get(name)
  const unknown = columns.find((column) => !own?.has(column))
  if (unknown !== undefined) throw new Error(`${name} has no column ${unknown}`)
  const perStatement = Math.max(1, Math.floor(parametersPerStatement / columns.length))
  for (let start = 0; start < rows.length; start += perStatement) {
    const values = rows.slice(start, start + perStatement).map((row) => sql`(${sql.join([...row])})`)
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} on conflict do nothing`.execute(tx.db)
  }
}

/** Reserves the ids of an archive; returns a table where one of them is taken. */
export async function requireFreeIds(
  db: Db,
  ids: ReadonlyMap<string, { readonly smallest: number; readonly largest: number }>,
): Promise<string | undefined> {
  const tables = await listTables(db)
  for (const [table, { smallest, largest }] of ids) {
    if (!tables.get(table)?.has('id')) continue
    if (!(await reserveTableThrough(db, table, smallest, largest))) return table
  }
  return undefined
}
