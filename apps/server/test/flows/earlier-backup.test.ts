import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#store/engines/sqlite.ts'
import { migrations } from '#store/migrations/migrations.ts'
import { ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { type Installation, installation, makeSchema } from '#test/server-process.ts'

// Backups are older than the server that restores them: they are restored with the tables of their version, and the steps
// that are missing are taken then. The earlier version is made by taking fewer steps.

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const steps = Object.keys(migrations)

async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const server = await installation({ ...ownerSettings, ...settings })
  onTestFinished(() => server.remove())
  return server
}

async function emptyTarget(): Promise<Installation> {
  if (!onPostgres) return serve()
  const { url, drop } = await makeSchema()
  onTestFinished(drop)
  return serve({ DATABASE_URL: url })
}

/** Turns the database of a data folder into one of an earlier version, with the rows that it had a place for. */
async function makeEarlier(dataDir: string, taken: readonly string[]): Promise<void> {
  const [file, later] = [join(dataDir, 'tagma.db'), join(dataDir, 'later.db')]
  renameSync(file, later)
  const engine = openSqlite({ file, durable: false })
  await engine.migrate(new Set(taken))
  await engine.close()
  const database = new DatabaseSync(file)
  database.exec('pragma foreign_keys = off')
  database.prepare('attach ? as later').run(later)
  const names = (schema: string) =>
    database
      .prepare(`select name from ${schema}.sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name))
  const columns = (schema: string, table: string) =>
    database
      .prepare(`select name from ${schema}.pragma_table_info(?)`)
      .all(table)
      .map(({ name }) => String(name))
  const known = new Set(names('later'))
  for (const table of names('main')) {
    if (!known.has(table) || /^(migrations|leases|message_search)/.test(table)) continue
    const had = new Set(columns('later', table))
    const both = columns('main', table).filter((column) => had.has(column))
    database.exec(`insert into main.${table} (${both.join()}) select ${both.join()} from later.${table}`)
  }
  database.close()
  rmSync(later)
}

test.for([
  ['the version before this one', steps.slice(0, -1)],
  ['a version from before passkeys', steps.filter((step) => step < '0072')],
] as const)('a backup of %s is restored, and everybody goes on', async ([, taken]) => {
  const server = await serve({ DATABASE_URL: '' })
  await server.start()
  const owner = await signInOwner(server.url)
  const message = { type: 'channel', to: 'general', topic: 'notes', content: 'first' }
  await succeed(server.url, owner, 'POST', '/messages', message)
  await succeed(server.url, owner, 'POST', '/messages', { ...message, content: 'second' })
  await server.stop('SIGTERM')

  const folder = mkdtempSync(join(tmpdir(), 'tagma-earlier-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  cpSync(server.dataDir, dataDir, { recursive: true })
  await makeEarlier(dataDir, taken)
  const earlier = await serve({ DATABASE_URL: '', TAGMA_DATA_DIR: dataDir })
  const from = join(folder, 'backup')
  expect(await earlier.run('backup', '--to', from)).toMatchObject({ code: 0 })

  expect(await earlier.run('restore', from, '--verify')).toMatchObject({
    code: 0,
    output: expect.stringContaining('was restored and compared') as string,
  })
  const target = await emptyTarget()
  expect(await target.run('restore', from)).toMatchObject({
    code: 0,
    output: expect.stringContaining('is restored') as string,
  })
  await target.start()
  const again = await signInOwner(target.url)
  const { messages } = await succeed(target.url, again, 'GET', '/messages', {
    ...{ anchor: 'newest', num_before: '10', num_after: '0', apply_markdown: 'false' },
    narrow: JSON.stringify([{ operator: 'topic', operand: 'notes' }]),
  })
  expect((messages as { content: string }[]).map(({ content }) => content)).toEqual(['first', 'second'])
  await succeed(target.url, again, 'POST', '/messages', { ...message, content: 'third' })
})
