import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { type Installation, installation, makeSchema } from '#test/server-process.ts'

// A restore that is killed leaves a database with a part of the rows: nothing may take it for all of them.

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const main = join(import.meta.dirname, '../../src/main.ts')

async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const server = await installation({ ...ownerSettings, ...settings })
  onTestFinished(() => server.remove())
  return server
}

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-interrupted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'tagma')
}

async function emptyTarget(): Promise<Installation> {
  if (!onPostgres) return serve()
  const { url, drop } = await makeSchema()
  onTestFinished(drop)
  return serve({ DATABASE_URL: url })
}

/** Starts a restore, and kills it when it has restored the first rows. */
async function killedRestore(target: Installation, from: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'restore', from], {
    env: target.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk)
    if (said.includes('rows restored')) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect({ code, signal, said }).toMatchObject({ code: null, signal: 'SIGKILL' })
}

test('a database that a killed restore has filled in part is served by nobody, and a second run goes on', async () => {
  const from = place()
  const server = await serve()
  await server.start()
  const owner = await signInOwner(server.url)
  const message = { type: 'channel', to: 'general', topic: 'notes', content: 'first' }
  await succeed(server.url, owner, 'POST', '/messages', message)
  await succeed(server.url, owner, 'POST', '/messages', { ...message, content: 'second' })
  expect(await server.run('backup', '--to', from)).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')

  const target = await emptyTarget()
  await killedRestore(target, from)
  const refused = await target.run('serve')
  expect(refused.output).toMatch(/is being filled from .*snapshot.*and has only a part of it/s)
  expect(refused.code).toBe(1)
  const resumed = await target.run('restore', from)
  expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('is restored') as string })
  expect(existsSync(join(target.environment.TAGMA_DATA_DIR ?? '', 'restoring'))).toBe(false)
  await target.start()
  const { messages } = await succeed(target.url, await signInOwner(target.url), 'GET', '/messages', {
    ...{ anchor: 'newest', num_before: '10', num_after: '0', apply_markdown: 'false' },
    narrow: JSON.stringify([{ operator: 'topic', operand: 'notes' }]),
  })
  expect((messages as { content: string }[]).map(({ content }) => content)).toEqual(['first', 'second'])
})

test.runIf(!onPostgres)('a snapshot of a newer version is refused before a row is written', async () => {
  const from = place()
  const server = await serve()
  await server.start()
  await signInOwner(server.url)
  await server.stop('SIGTERM')
  const database = new DatabaseSync(join(server.environment.TAGMA_DATA_DIR ?? '', 'tagma.db'))
  database.exec("insert into migrations values ('9999-future')")
  database.close()
  expect(await server.run('backup', '--to', from)).toMatchObject({ code: 0 })
  const target = await serve()
  const { code, output } = await target.run('restore', from)
  expect(output).toContain('written by a newer version of Tagma (it has 9999-future)')
  expect(code).toBe(1)
  await target.start()
  await target.stop('SIGTERM')
})
