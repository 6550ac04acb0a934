import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { parseConfig } from '#config/config.ts'
import { localBus } from '#ports/bus.ts'
import { silentLog } from '#ports/log.ts'
import { type App, createApp } from '#server/app.ts'
import { postgresRows, postgresTarget } from '#store/copying/postgres-rows.ts'
import type { RowSource, RowTarget } from '#store/copying/row-store.ts'
import { sqliteRows, sqliteTarget } from '#store/copying/sqlite-rows.ts'
import type { Engine } from '#store/engines/engine.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { openSqlite } from '#store/engines/sqlite.ts'
import { quickPasswords } from './app.ts'
import { makeSchema } from './server-process.ts'

/** A database of its own with all tables, which a test can read and fill row by row. */
export interface DatabasePlace {
  readonly engine: Engine
  rows(): Promise<RowSource>
  target(): Promise<RowTarget>
}

/** An embedded database. */
export async function embeddedPlace(): Promise<DatabasePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-rows-'))
  const file = join(folder, 'tagma.db')
  const engine = openSqlite({ file, durable: false })
  await engine.migrate()
  onTestFinished(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })
  return { engine, rows: async () => sqliteRows(file), target: async () => sqliteTarget(file) }
}

/** A schema of PostgreSQL. */
export async function postgresPlace(): Promise<DatabasePlace> {
  const { url, drop } = await makeSchema()
  const engine = await openPostgres({ url, connections: 4 })
  await engine.migrate()
  onTestFinished(async () => {
    await engine.close()
    await drop()
  })
  return { engine, rows: () => postgresRows(url), target: () => postgresTarget(url) }
}

/** The other engine of a run on PostgreSQL; otherwise the embedded one again. */
export const otherPlace = process.env.TEST_ENGINE === 'postgres' ? postgresPlace : embeddedPlace

/** The rows of an engine that a test has opened. */
export async function rowsOfEngine(engine: Engine): Promise<RowSource> {
  if (engine.kind === 'sqlite') return sqliteRows(await engine.identity())
  const { rows } = await sql<{ database: string; schema: string }>`
    select current_database() as database, current_schema() as schema`.execute(engine.reader)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.database}`
  url.searchParams.set('options', `-c search_path=${rows[0]?.schema}`)
  return postgresRows(url.href.replaceAll('+', '%20'))
}

/** A server without sockets on a database. Closing the database is left to the place. */
export async function appOn({ engine }: DatabasePlace): Promise<App> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagma-data-'))
  const config = parseConfig({
    TAGMA_PORT: '0',
    TAGMA_PUBLIC_URL: 'http://localhost',
    TAGMA_RATE_LIMITS: 'off',
    TAGMA_WEB_CLIENT: 'off',
    TAGMA_DATA_DIR: dataDir,
  })
  const app = await createApp(config, {
    engine: { ...engine, close: async () => {} },
    log: silentLog,
    bus: localBus,
    passwords: quickPasswords,
  })
  onTestFinished(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return app
}
