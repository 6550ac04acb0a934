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

/** Whether a column's value is one of some texts, as `inIds`. */
export function inTexts(db: Db, column: Expression<string>, texts: readonly string[]) {
  return isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(texts)}))`
    : sql<SqlBool>`${column} = any(${[...texts]}::text[])`
}

/** As `inIds`, for prepared queries: the ids come as the text of a JSON list. */
export function inIdText(db: Db, column: string, ids: string) {
  return isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`
    : sql<SqlBool>`${sql.ref(column)} = any(array(select value::bigint from json_array_elements_text(${ids}::json)))`
}

/** All ids of a group of rows as one value, which costs a fraction of as many rows; for `parseIds`. */
export function idsAsText(db: Db, column: string): RawBuilder<string | null> {
  return isSqlite(db)
    ? sql<string>`json_group_array(${sql.ref(column)})`
    : sql<string | null>`json_agg(${sql.ref(column)})::text`
}

/** The ids of `idsAsText`, ascending; the index promises no order, but nearly always has it. */
export function parseIds(text: string | null | undefined): number[] {
  const ids = JSON.parse(text ?? '[]') as number[]
  let last = -Infinity
  for (const id of ids) {
    if (id < last) return ids.toSorted((a, b) => a - b)
    last = id
  }
  return ids
}
