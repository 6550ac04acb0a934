import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '#store/engines/engine.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { openSqlite } from '#store/engines/sqlite.ts'

/** Makes an empty database on the engine of this test run; closing it deletes it. */
export async function testEngine(): Promise<Engine> {
  const url = process.env.TEST_DATABASE_URL
  if (process.env.TEST_ENGINE !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'tagma-test-'))
    const engine = openSqlite({ file: join(folder, 'tagma.db'), durable: false })
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return engine
  }
  if (!url) throw new Error('TEST_DATABASE_URL names the PostgreSQL database to test on')
  const schema = newSchemaName()
  const engine = await openPostgres({ url, schema, connections: 6, durable: false })
  return {
    ...engine,
    async close() {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(engine.reader)
      await engine.close()
    },
  }
}

/** Makes a name for a schema of this run; `npm test` drops all of them at its end. */
export const newSchemaName = () =>
  `test_${process.env.TEST_RUN ?? 'alone'}_${randomUUID().replaceAll('-', '')}`
