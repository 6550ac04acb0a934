import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

// SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535.
const parametersPerStatement = 30_000

/** Inserts any number of rows, in as few statements as the engines allow. */
export async function insertMany<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  refine: (
    insert: InsertQueryBuilder<Tables, T, InsertResult>,
  ) => InsertQueryBuilder<Tables, T, InsertResult> = (insert) => insert,
): Promise<void> {
  const first = rows[0]
  if (!first) return
  const perStatement = Math.floor(parametersPerStatement / Object.keys(first).length)
  for (let start = 0; start < rows.length; start += perStatement) {
    await refine(db.insertInto(table).values(rows.slice(start, start + perStatement))).execute()
  }
}
