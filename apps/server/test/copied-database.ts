import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from '#store/engines/postgres.ts'

/** Makes a name for a schema or a database of this run. `npm test` drops all that have such a name at its end. */
export const newSchemaName = () =>
  `test_${process.env.TEST_RUN ?? 'alone'}_${randomUUID().replaceAll('-', '')}`

/** Runs a statement on the database that the run was given. */
async function execute(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: givenUrl() })
  await client.connect()
  await client.query(text)
  await client.end()
}

function givenUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names the PostgreSQL database to test on')
  return url
}

/**
 * Returns the address of another database on the same PostgreSQL. Its commits do not wait for the disk. Its queries are not
 * compiled, because without statistics the planner takes short queries for long ones.
 */
function addressOf(database: string): string {
  const url = new URL(givenUrl())
  url.pathname = `/${database}`
  url.searchParams.set('options', '-c synchronous_commit=off -c jit=off')
  return url.href.replaceAll('+', '%20')
}

/**
 * Makes the database that `copiedDatabase` copies, with all tables and no rows, and names it in `TEST_TEMPLATE`. A copy
 * takes a fraction of the time of the migrations. Nothing may be connected to the template.
 */
export async function makeTemplate(): Promise<void> {
  const name = newSchemaName()
  await execute(`create database ${name}`)
  const engine = await openPostgres({ url: addressOf(name), connections: 2 })
  await engine.migrate()
  await engine.close()
  process.env.TEST_TEMPLATE = name
}

/** Makes a PostgreSQL database: with all tables if this run has a template, and without any otherwise. */
export async function copiedDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newSchemaName()
  const template = process.env.TEST_TEMPLATE
  await execute(`create database ${name}${template ? ` template ${template}` : ''}`)
  return { url: addressOf(name), drop: () => execute(`drop database ${name} with (force)`) }
}
