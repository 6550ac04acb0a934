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

/** The ids of `idsAsText`, ascending. */
export const parseIds = (text: string | null | undefined): number[] =>
  (JSON.parse(text ?? '[]') as number[]).toSorted((a, b) => a - b)

/** All ids of a subquery as a JSON list within `rowsAsText`. */
export function idsAsJson(db: Db, column: string) {
  return isSqlite(db)
    ? sql`json_group_array(${sql.ref(column)})`
    : sql`coalesce(json_agg(${sql.ref(column)}), '[]'::json)`
}

/**
 * All rows of a query as one value, the text of a JSON list with a list of each row's values: where there are
 * thousands, that costs half of what the rows would. `lists` are subqueries of `idsAsJson`.
 */
export function rowsAsText(
  db: Db,
  values: readonly Expression<unknown>[],
  lists: readonly Expression<unknown>[],
): RawBuilder<string | null> {
  return isSqlite(db)
    ? sql`json_group_array(json_array(${sql.join([...values, ...lists.map((list) => sql`json(${list})`)])}))`
    : sql`json_agg(json_build_array(${sql.join([...values, ...lists])}))::text`
}
