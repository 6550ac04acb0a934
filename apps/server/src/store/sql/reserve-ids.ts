import { sql } from 'kysely'
import type { Db } from './db.ts'
import { isSqlite } from './id-list.ts'
import type { Tables } from './tables.ts'

type Counted = Extract<keyof Tables, 'users' | 'user_groups' | 'channels' | 'custom_emoji' | 'messages'>

/** Returns the id that the next row of a table would get, and keeps others from taking ids until the commit. */
async function nextId(db: Db, table: string): Promise<number> {
  if (isSqlite(db)) {
    const { rows } = await sql<{
      seq: number
    }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return (rows[0]?.seq ?? 0) + 1
  }
  const sequence = sql.id(`${table}_id_seq`)
  // Whoever wants an id meanwhile waits for this statement's lock.
  await sql`alter sequence ${sequence} increment by 1`.execute(db)
  const { rows } = await sql<{ next: number }>`
    select (case when is_called then last_value + 1 else last_value end)::bigint as next from ${sequence}
  `.execute(db)
  return rows[0]?.next ?? 1
}

async function setNextId(db: Db, table: string, next: number): Promise<void> {
  if (isSqlite(db)) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${next - 1})`.execute(db)
    return
  }
  await sql`alter sequence ${sql.id(`${table}_id_seq`)} restart with ${sql.lit(next)}`.execute(db)
}

/** Reserves ids that follow each other, and returns the first. */
export async function reserveIds(db: Db, table: Counted, count: number): Promise<number> {
  const first = await nextId(db, table)
  if (count > 0) await setNextId(db, table, first + count)
  return first
}

/** Reserves all ids up to one, if no row has any from the smallest on. Returns false if one has. */
export const reserveThrough = (db: Db, table: Counted, smallest: number, largest: number): Promise<boolean> =>
  reserveTableThrough(db, table, smallest, largest)

/** Does the same for any table with ids, which is named by the database itself. */
export async function reserveTableThrough(
  db: Db,
  table: string,
  smallest: number,
  largest: number,
): Promise<boolean> {
  if (largest < smallest) return true
  const next = await nextId(db, table)
  const { rows } =
    await sql`select id from ${sql.table(table)} where id between ${smallest} and ${largest} limit 1`.execute(
      db,
    )
  if (rows.length > 0) return false
  if (largest >= next) await setNextId(db, table, largest + 1)
  return true
}
