import { type Expression, type RawBuilder, sql, type SqlBool, SqliteAdapter } from 'kysely'
import type { Db } from './db.ts'

/** True for the embedded engine, where SQL has to differ. */
export const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

/** Whether a column's value is one of the ids: any number of them, as one parameter. */
export function inIds(db: Db, column: Expression<number> | RawBuilder<number>, ids: readonly number[]) {
  return isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${column} = any(${[...ids]}::bigint[])`
}

/** A JSON list of `{c, f}` as a table. */
export function floorTable(db: Db, json: string) {
  return isSqlite(db)
    ? sql<{
        c: number
        f: number
      }>`(select value ->> 'c' as c, value ->> 'f' as f from json_each(${json}))`
    : sql<{ c: number; f: number }>`(select * from json_to_recordset(${json}::json) as x(c bigint, f bigint))`
}
