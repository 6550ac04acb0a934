import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type ColumnTypes, Schema } from './migration.ts'
import { migrations } from './migrations.ts'

/**
 * Takes the steps that the database has not taken yet, each in a transaction of its own, and returns their names.
 * Refuses a database that a newer version has been at.
 */
export async function runMigrations(db: Kysely<Tables>, types: ColumnTypes): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key)`.execute(db)
  const taken = new Set(
    (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
      ({ name }) => name,
    ),
  )
  const unknown = [...taken].filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer version of Tagma (it has the steps ${unknown.join(', ')}). Start that version, or restore a backup made by this one.`,
    )
  }
  const fresh: string[] = []
  for (const [name, migration] of Object.entries(migrations)) {
    if (taken.has(name)) continue
    await db.transaction().execute(async (transaction) => {
      await migration.up(new Schema(transaction as unknown as Kysely<unknown>, types))
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    })
    fresh.push(name)
  }
  return fresh
}
