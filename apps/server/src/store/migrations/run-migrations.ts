import { type Kysely, sql } from 'kysely'
import { listTables } from '#store/sql/list-tables.ts'
import type { Tables } from '#store/sql/tables.ts'
import { type ColumnTypes, Schema } from './migration.ts'
import { migrations } from './migrations.ts'

/** A newer version has used the data: this version could misread or damage it. */
export class NewerData extends Error {
  override readonly name = 'NewerData'
  constructor(steps: readonly string[]) {
    super(
      `The data was written by a newer version of Tagma (it has ${steps.join(', ')}). Start that version, or restore a backup made by this one.`,
    )
  }
}

/** The data lives in another database now: whoever wrote here would write what nobody reads. */
export class DataMoved extends Error {
  override readonly name = 'DataMoved'
  constructor(row: string) {
    super(
      `This database was ${row}. Set DATABASE_URL and TAGMA_DATA_DIR for that one; to use this one all the same, delete the row '${row}' of the table migrations.`,
    )
  }
}

/** A restore or a move was interrupted: the database has a part of the rows, and nobody may use it as if it had all. */
export class CopyUnfinished extends Error {
  override readonly name = 'CopyUnfinished'
  constructor(from: string, instead = 'empty the database') {
    super(
      `This database is being filled from ${from}, and has only a part of it. Run that \`tagma restore\` or \`tagma move\` again, and it goes on; or ${instead}.`,
    )
  }
}

/** Table that is there while a restore or a move fills a database. */
const sourceTable = 'tagma_move_source'

/** Names of the steps that the database has taken, in order. */
export async function takenSteps(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/**
 * Names of the steps that the database still needs. Throws if a newer version has used the database, or if a restore or a
 * move has not filled it whole.
 */
export async function missingSteps(db: Kysely<Tables>): Promise<string[]> {
  if ((await listTables(db)).has(sourceTable)) {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(sourceTable)}`.execute(db)
    throw new CopyUnfinished(rows[0]?.name ?? 'elsewhere')
  }
  return stepsAhead(db)
}

async function stepsAhead(db: Kysely<Tables>): Promise<string[]> {
  if (!(await listTables(db)).has('migrations')) return Object.keys(migrations)
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  const taken = new Set(rows.map(({ name }) => name))
  const moved = [...taken].find((name) => name.startsWith('moved to '))
  if (moved !== undefined) throw new DataMoved(moved)
  const unknown = [...taken].filter((name) => !(name in migrations))
  if (unknown.length > 0) throw new NewerData(unknown)
  return Object.keys(migrations).filter((name) => !taken.has(name))
}

/**
 * Takes the missing steps, each in a transaction of its own, and returns their names. `only` has the steps of the version
 * to come to, for a database that is to be filled with rows of that version; by default all. Throws `NewerData` if a newer
 * version knows one of them.
 */
export async function runMigrations(
  db: Kysely<Tables>,
  types: ColumnTypes,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const unknown = [...(only ?? [])].filter((name) => !(name in migrations))
  if (unknown.length > 0) throw new NewerData(unknown)
  await sql`create table if not exists migrations (name text primary key)`.execute(db)
  const missing = only ? (await stepsAhead(db)).filter((name) => only.has(name)) : await missingSteps(db)
  for (const [name, migration] of Object.entries(migrations)) {
    if (!missing.includes(name)) continue
    await db.transaction().execute(async (transaction) => {
      await migration.up(new Schema(transaction as unknown as Kysely<unknown>, types))
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    })
  }
  return missing
}
