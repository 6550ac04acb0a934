import { type Expression, type RawBuilder, sql, type SqlBool, SqliteAdapter } from 'kysely'
import type { Db } from './db.ts'

/** True for the embedded engine; for queries whose SQL differs between engines. */
export const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

/** Condition: a column's value is one of the ids. Any number of ids is one parameter. */
export function inIds(db: Db, column: Expression<number> | RawBuilder<number>, ids: readonly number[]) {
  return isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${column} = any(${[...ids]}::bigint[])`
}

/** Condition: a column's value is one of the texts. Works like `inIds`. */
export function inTexts(db: Db, column: Expression<string>, texts: readonly string[]) {
  return isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(texts)}))`
    : sql<SqlBool>`${column} = any(${[...texts]}::text[])`
}

/** `inIds` for prepared queries: the ids are the text of a JSON list. */
export function inIdText(db: Db, column: string, ids: string) {
  return isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`
    : sql<SqlBool>`${sql.ref(column)} = any(array(select value::bigint from json_array_elements_text(${ids}::json)))`
}

/** All ids of a group of rows as one value, at a fraction of the cost of rows; for `parseIds`. */
export function idsAsText(db: Db, column: string): RawBuilder<string | null> {
  return isSqlite(db)
    ? sql<string>`json_group_array(${sql.ref(column)})`
    : sql<string | null>`json_agg(${sql.ref(column)})::text`
}

/** Parses the ids of `idsAsText` and sorts them: an index nearly always has the order, but does not promise it. */
export function parseIds(text: string | null | undefined): number[] {
  const ids = JSON.parse(text ?? '[]') as number[]
  let last = -Infinity
  for (const id of ids) {
    if (id < last) return ids.toSorted((a, b) => a - b)
    last = id
  }
  return ids
}
