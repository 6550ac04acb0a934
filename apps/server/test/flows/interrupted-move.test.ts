import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { type Installation, installation } from '#test/server-process.ts'

// A move that is killed leaves a database with a part of the rows. `npm run test:crash -- --move` kills one at many moments.

const main = join(import.meta.dirname, '../../src/main.ts')

/** Starts a move, and kills it when it has copied the first rows. */
async function killedMove({ environment }: Installation, to: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'move', '--to', to], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk)
    if (said.includes('rows copied')) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect({ code, signal, said }).toMatchObject({ code: null, signal: 'SIGKILL' })
}

test('a killed move leaves a database that nobody serves; a second run ends it, and nothing is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const to = join(folder, 'moved')
  const server = await installation(ownerSettings)
  onTestFinished(() => server.remove())
  await server.start()
  const owner = await signInOwner(server.url)
  const message = { type: 'channel', to: 'general', topic: 'notes', content: 'first' }
  await succeed(server.url, owner, 'POST', '/messages', message)
  await succeed(server.url, owner, 'POST', '/messages', { ...message, content: 'second' })
  await server.stop('SIGTERM')

  await killedMove(server, to)
  // Moved into a folder, from either engine.
  const moved = await installation({ ...ownerSettings, DATABASE_URL: '', TAGMA_DATA_DIR: to })
  onTestFinished(() => moved.remove())
  const refused = await moved.run('serve')
  expect(refused.output).toMatch(/is being filled from .*and has only a part of it/s)
  expect(refused.code).toBe(1)
  expect(await server.run('move', '--to', to)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Moved and compared: \d+ rows/) as string,
  })
  const old = await server.run('serve')
  expect(old.output).toContain(`moved to ${to}`)
  expect(old.code).toBe(1)
  await moved.start()
  const { messages } = await succeed(moved.url, await signInOwner(moved.url), 'GET', '/messages', {
    ...{ anchor: 'newest', num_before: '10', num_after: '0', apply_markdown: 'false' },
    narrow: JSON.stringify([{ operator: 'topic', operand: 'notes' }]),
  })
  expect((messages as { content: string }[]).map(({ content }) => content)).toEqual(['first', 'second'])
})
