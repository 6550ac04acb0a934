import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '#store/engines/engine.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { openSqlite } from '#store/engines/sqlite.ts'
import { copiedDatabase } from './copied-database.ts'

/** Makes a database without rows on the engine of this test run; closing it deletes it. */
export async function testEngine(): Promise<Engine> {
  if (process.env.TEST_ENGINE !== 'postgres') {
    const file = join(newFolder(), 'tagma.db')
    cpSync(await (migratedFile ??= makeFile()), file)
    return openSqlite({ file, durable: false })
  }
  const { url, drop } = await copiedDatabase()
  const engine = await openPostgres({ url, connections: 6 })
  return {
    ...engine,
    async close() {
      await engine.close()
      await drop()
    },
  }
}

/** A file with all tables. Each worker makes it once and copies it, which takes a fraction of the time. */
let migratedFile: Promise<string> | undefined

async function makeFile(): Promise<string> {
  const file = join(newFolder(), 'tagma.db')
  const engine = openSqlite({ file, durable: false })
  await engine.migrate()
  await engine.close()
  return file
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
