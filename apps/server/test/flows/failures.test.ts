import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { acknowledged, compare, goOn, makePair, type Pair, storedMessages } from '#test/crash/compare.ts'
import { moment } from '#test/crash/writer.ts'
import { lineTo } from '#test/database-line.ts'
import { type Caller, call, makeUser, signInOwner, ownerSettings, succeed } from '#test/http-caller.ts'
import { type Installation, installation, makeSchema } from '#test/server-process.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const canLimit = spawnSync('prlimit', ['--version']).status === 0

const message = (content: string) => ({ type: 'channel', to: 'general', topic: 'trouble', content })

async function contents({ url }: Installation, owner: Caller): Promise<string[]> {
  const narrow = JSON.stringify([{ operator: 'topic', operand: 'trouble' }])
  const range = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: 'false', narrow }
  const { messages } = await succeed(url, owner, 'GET', '/messages', range)
  return (messages as { content: string }[]).map(({ content }) => content)
}

/** An outage is one line of the log, in words, without a stack. */
function expectOneOutage(server: Installation, words: string): void {
  expect(server.output().split(words)).toHaveLength(2)
  expect(server.output()).not.toMatch(/"stack"|\n\s+at /)
}

test.runIf(!onPostgres)(
  'a full disk is named, and nothing is lost once it has room again',
  async ({ skip }) => {
    if (!canLimit) skip('prlimit is not installed')
    const server = await installation(ownerSettings)
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    await succeed(server.url, owner, 'POST', '/messages', message('before'))
    // Limits files to one byte: programs that append see a full disk.
    const limit = (bytes: string) =>
      execFileSync('prlimit', [`--pid=${server.pid()}`, `--fsize=${bytes}:unlimited`])
    limit('1')
    for (let times = 0; times < 5; times++) {
      const refused = await call(server.url, owner, 'POST', '/messages', message('meanwhile'))
      expect(refused).toMatchObject({ result: 'error', code: 'SERVER_UNAVAILABLE' })
    }
    expectOneOutage(server, 'The database in the data folder cannot be written')
    expect(await contents(server, owner)).toEqual(['before'])
    limit('unlimited')
    await succeed(server.url, owner, 'POST', '/messages', message('after'))
    expect(await contents(server, owner)).toEqual(['before', 'after'])
    await vi.waitFor(() => expect(server.output()).toMatch(/"refused":\d+,.*can be written again/), {
      timeout: 60_000,
    })
    await server.stop('SIGKILL')
    await server.start()
    expect(await contents(server, owner)).toEqual(['before', 'after'])
    // The server can also stop on a full disk.
    await succeed(server.url, owner, 'POST', '/messages', message('last'))
    limit('1')
    expect(await server.stop('SIGTERM')).toBe(0)
    await server.start()
    expect(await contents(server, owner)).toEqual(['before', 'after', 'last'])
  },
)

test.runIf(onPostgres)(
  'an unreachable database is named, and everything goes on when it is back',
  async () => {
    const database = await makeSchema()
    onTestFinished(() => database.drop())
    const line = await lineTo(new URL(database.url))
    const server = await installation({ ...ownerSettings, DATABASE_URL: line.url })
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const registered = await succeed(server.url, owner, 'POST', '/register', { event_types: '["message"]' })
    await succeed(server.url, owner, 'POST', '/messages', message('before'))
    line.cut()
    const refused = await call(server.url, owner, 'POST', '/messages', message('meanwhile'))
    expect(refused).toMatchObject({ result: 'error', code: 'SERVER_UNAVAILABLE' })
    const unread = await call(server.url, owner, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    })
    expect(unread).toMatchObject({ result: 'error', code: 'SERVER_UNAVAILABLE' })
    expect((await fetch(`${server.url}/health`)).status).toBe(503)
    // Some ticks of the server fail on the missing database too.
    await vi.waitFor(() => expect(line.refused()).toBeGreaterThan(4), { timeout: 20_000 })
    expectOneOutage(server, 'PostgreSQL cannot be reached')
    line.mend()
    await succeed(server.url, owner, 'POST', '/messages', message('after'))
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect(await contents(server, owner)).toEqual(['before', 'after'])
    const { events } = await succeed(server.url, owner, 'GET', '/events', {
      queue_id: String(registered.queue_id),
      last_event_id: Number(registered.last_event_id),
    })
    expect(events).toHaveLength(2)
  },
)

test.runIf(onPostgres)(
  'a server whose database falls silent can still be stopped, and the doctor says why',
  async () => {
    const database = await makeSchema()
    onTestFinished(() => database.drop())
    const line = await lineTo(new URL(database.url))
    const server = await installation({ ...ownerSettings, DATABASE_URL: line.url })
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    await succeed(server.url, owner, 'POST', '/messages', message('before'))
    line.hushAll()
    const refused = call(server.url, owner, 'POST', '/messages', message('meanwhile'))
    const { output } = await server.run('doctor')
    expect(output.match(/MEND {2}The database that DATABASE_URL names cannot be reached/g)).toHaveLength(1)
    expect(output).not.toMatch(/\n\s+at /)
    const stopped = server.stop('SIGTERM')
    expect(await refused).toMatchObject({ result: 'error', code: 'SERVER_UNAVAILABLE' })
    expect(await stopped).toBe(0)
    expect(server.output()).toContain('Stopped while the database was away.')
    expectOneOutage(server, 'PostgreSQL cannot be reached')
  },
)

test.runIf(onPostgres)(
  'a database that disappears under load loses and repeats nothing',
  { timeout: 120_000 },
  async () => {
    const database = await makeSchema()
    onTestFinished(() => database.drop())
    const line = await lineTo(new URL(database.url))
    const server = await installation({ ...ownerSettings, DATABASE_URL: line.url, TAGMA_LOG: 'silent' })
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const earlier = (await storedMessages(server.url, owner, 0)).at(-1)?.id ?? 0
    const address = () => server.url
    const pairs: Pair[] = []
    for (let index = 0; index < 4; index++)
      pairs.push(await makePair(owner, `writer${index}`, { writing: address, reading: address }))
    const ending = new AbortController()
    const working = Promise.all(
      pairs.map(async ({ writer }) => {
        while (!ending.signal.aborted) {
          await writer.write(ending.signal)
          await moment()
        }
      }),
    )
    for (let times = 0; times < 3; times++) {
      const before = acknowledged(pairs).length
      await vi.waitFor(() => expect(acknowledged(pairs).length).toBeGreaterThan(before + 30), {
        timeout: 20_000,
      })
      const refusals = line.refused()
      line.cut()
      await vi.waitFor(() => expect(line.refused()).toBeGreaterThan(refusals + 3), { timeout: 20_000 })
      line.mend()
    }
    ending.abort()
    await working
    await goOn(pairs)
    compare(await storedMessages(server.url, owner, earlier), pairs)
  },
)

test('a client that asks and never reads costs the others nothing', async () => {
  // With the default limits.
  const server = await installation({ ...ownerSettings, TAGMA_RATE_LIMITS: '' })
  onTestFinished(() => server.remove())
  await server.start()
  const owner = await signInOwner(server.url)
  const silent = await makeUser(server.url, owner, 'silent')
  for (let index = 0; index < 20; index++)
    await succeed(server.url, owner, 'POST', '/messages', message(`${index} ${'x'.repeat(9000)}`))
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024
  const before = memory()
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  // Each of these asks for 200 kB: 400 MB in all.
  const request = `GET /api/v1/messages?anchor=newest&num_before=20&num_after=0 HTTP/1.1\r\nhost: localhost\r\nauthorization: ${silent.authorization}\r\n\r\n`
  for (let times = 0; times < 2000; times++) socket.write(request)
  for (let times = 0; times < 10; times++) expect(await contents(server, owner)).toHaveLength(20)
  expect(memory() - before).toBeLessThan(280)
})
