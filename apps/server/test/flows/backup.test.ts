import { execFile, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newSchemaName } from '#test/copied-database.ts'
import { codeWith } from '#test/guide.ts'
import { type Caller, call, signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { type Installation, installation } from '#test/server-process.ts'
import { uploadText } from '#test/upload-text.ts'

// Follows the guide "Upgrading and backup" literally while people write. Everything answered before the backup is in
// the restored server, and nothing is incomplete.

const onSqlite = process.env.TEST_ENGINE !== 'postgres'
const canBackUp = [['rsync'], onSqlite ? ['sqlite3'] : ['pg_dump'], ['pg_restore']]
  .slice(0, onSqlite ? 2 : 3)
  .every(([program = '']) => spawnSync(program, ['--version']).status === 0)

/** Runs commands of the guide on other folders; the test replaces commands to the service manager. */
async function run(
  commands: string,
  paths: Readonly<Record<string, string>>,
  databaseUrl = '',
): Promise<void> {
  let text = commands.replaceAll(/^(systemctl|chown) .*\n/gm, '')
  for (const [path, other] of Object.entries(paths)) text = text.replaceAll(path, other)
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl }
  await promisify(execFile)('sh', ['-ec', text], { env })
}

/** Makes an empty PostgreSQL database: a dump contains a whole one. */
async function makeDatabase(): Promise<string> {
  const name = newSchemaName()
  const execute = async (text: string) => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL ?? '' })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await execute(`create database ${name}`)
  onTestFinished(() => execute(`drop database ${name} with (force)`))
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Sends messages with one file each until told to stop; returns the acknowledged ones. */
function write(server: Installation, caller: Caller, name: string) {
  const written: string[] = []
  const progress = new EventEmitter()
  const done = new AbortController()
  const writing = (async () => {
    while (!done.signal.aborted) {
      const text = `${name} ${written.length}`
      const link = await uploadText(server, caller, text)
      await succeed(server.url, caller, 'POST', '/messages', {
        ...{ type: 'channel', to: 'general', topic: 'notes', content: `[${text}](${link})` },
      })
      written.push(text)
      progress.emit('written')
    }
  })()
  const reach = async (count: number) => {
    while (written.length < count) await once(progress, 'written')
  }
  const stop = async () => {
    done.abort()
    await writing
  }
  return { written, reach, stop }
}

/** Reads the messages, each with the content of its file. */
async function read(server: Installation, caller: Caller): Promise<Map<string, string>> {
  const { messages } = await succeed(server.url, caller, 'GET', '/messages', {
    ...{ anchor: 'newest', num_before: 5000, num_after: 0, apply_markdown: 'false' },
    narrow: JSON.stringify([{ operator: 'topic', operand: 'notes' }]),
  })
  const found = new Map<string, string>()
  for (const { content } of messages as { content: string }[]) {
    const [, text = '', link = ''] = /^\[(.+)\]\((.+)\)$/.exec(content) ?? []
    expect(found.has(text)).toBe(false)
    const temporary = await succeed(server.url, caller, 'GET', link)
    found.set(text, await (await fetch(`${server.url}${String(temporary.url)}`)).text())
  }
  return found
}

test.runIf(canBackUp)('a backup made while people write has everything, and is restored', async () => {
  const databaseUrl = onSqlite ? undefined : await makeDatabase()
  const server = await installation({
    ...ownerSettings,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  onTestFinished(() => server.remove())
  await server.start()
  const owner = await signInOwner(server.url)
  const backups = mkdtempSync(join(tmpdir(), 'tagma-backup-'))
  onTestFinished(() => rmSync(backups, { recursive: true }))
  const paths = { '/var/lib/tagma': server.dataDir, '/backup/tagma-2026-11-21': '', '/backup': backups }

  const queue = await succeed(server.url, owner, 'POST', '/register', { event_types: '["message"]' })
  const writers = ['Ada', 'Otto', 'Iris'].map((name) => write(server, owner, name))
  await Promise.all(writers.map(({ reach }) => reach(3)))
  const before = writers.flatMap(({ written }) => [...written])
  await run(codeWith('upgrading', 'sh', onSqlite ? 'vacuum into' : 'pg_dump'), paths, databaseUrl)
  await Promise.all(writers.map(({ reach, written }) => reach(written.length + 3)))
  await Promise.all(writers.map(({ stop }) => stop()))
  const { events } = await succeed(server.url, owner, 'GET', '/events', {
    queue_id: String(queue.queue_id),
    last_event_id: Number(queue.last_event_id),
  })
  await server.stop('SIGKILL')

  const [backup = ''] = readdirSync(backups)
  expect(readdirSync(join(backups, backup))).toEqual(
    expect.arrayContaining([onSqlite ? 'tagma.db' : 'tagma.dump', 'uploads', 'external-media.key']),
  )
  paths['/backup/tagma-2026-11-21'] = join(backups, backup)
  await run(codeWith('upgrading', 'sh', 'cp -a /backup'), paths)
  let restored = server
  if (databaseUrl !== undefined) {
    const empty = await makeDatabase()
    await run(codeWith('upgrading', 'sh', 'pg_restore'), paths, empty)
    restored = await installation({ DATABASE_URL: empty })
    onTestFinished(() => restored.remove())
    mkdirSync(join(restored.dataDir, '..'), { recursive: true })
    renameSync(server.dataDir, restored.dataDir)
  }
  await restored.start()
  expect(restored.output()).not.toContain('Become the owner')

  const found = await read(restored, owner)
  expect(before.filter((text) => !found.has(text))).toEqual([])
  expect([...found].filter(([text, held]) => text !== held)).toEqual([])
  // A client that is ahead of the restored database learns it.
  const last = (events as { id: number }[]).at(-1)?.id ?? 0
  const poll = { queue_id: String(queue.queue_id), last_event_id: last }
  expect(await call(restored.url, owner, 'GET', '/events', poll)).toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  })
})

test.runIf(onSqlite)('`tagma backup` made while people write proves itself, and is restored', async () => {
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  await server.start()
  const owner = await signInOwner(server.url)
  const backups = mkdtempSync(join(tmpdir(), 'tagma-backup-'))
  onTestFinished(() => rmSync(backups, { recursive: true }))
  const writers = ['Ada', 'Otto', 'Iris'].map((name) => write(server, owner, name))
  await Promise.all(writers.map(({ reach }) => reach(3)))
  const before = writers.flatMap(({ written }) => [...written])
  const [, command = '', folder = ''] = codeWith('upgrading', 'sh', 'tagma backup').trim().split(' ')
  const backup = folder.replace('/backup', backups)
  const made = await server.run(command, backup)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('and a sound database.') as string })
  await Promise.all(writers.map(({ reach, written }) => reach(written.length + 1)))
  await Promise.all(writers.map(({ stop }) => stop()))
  await server.stop('SIGKILL')

  rmSync(server.dataDir, { recursive: true })
  cpSync(join(backup, 'data'), server.dataDir, { recursive: true })
  await server.start()
  const found = await read(server, owner)
  expect(before.filter((text) => !found.has(text))).toEqual([])
  expect([...found].filter(([text, held]) => text !== held)).toEqual([])

  expect((await server.run('verify', backup)).code).toBe(0)
  appendFileSync(join(backup, 'data', 'external-media.key'), 'x')
  const damaged = await server.run('verify', backup)
  expect(damaged.code).toBe(1)
  expect(damaged.output).toContain('external-media.key has 33 bytes instead of 32.')
})

test.runIf(!onSqlite)('`tagma backup` names pg_dump where the data is in PostgreSQL', async () => {
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  const { code, output } = await server.run('backup', join(server.dataDir, '..', 'backup'))
  expect(code).toBe(1)
  expect(output).toContain('save it with pg_dump')
})
