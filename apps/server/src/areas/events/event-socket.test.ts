import { once } from 'node:events'
import { deleteQueue } from '@tagma/contract/endpoints/events/delete-queue.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { systemTurns, type Turns } from '#ports/turns.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { listeningPort } from '#test/listening-port.ts'
import { givenToken } from '#test/mcp-client.ts'

/** Only against a socket that hangs. */
const patience = { timeout: 30_000 }

interface Place {
  readonly queue_id: string
  readonly last_event_id: number
}

interface Received {
  readonly id: number
  readonly message: { readonly content: string }
}

/** A client that sends frames at once, and keeps what comes. */
async function connect(t: TestApp, authorization: string | undefined, ...frames: readonly unknown[]) {
  const socket = new WebSocket(
    `ws://127.0.0.1:${await listeningPort(t)}/api/v1/events/socket`,
    'tagma.events.v1',
    { headers: { host: t.host, ...(authorization === undefined ? {} : { authorization }) } },
  )
  onTestFinished(() => socket.terminate())
  const events: Received[] = []
  let ended: { code: number; reason: string } | undefined
  socket.on('message', (data) =>
    events.push(...(JSON.parse((data as Buffer).toString()) as { events: readonly Received[] }).events),
  )
  socket.on('close', (code, reason) => (ended = { code, reason: reason.toString() }))
  socket.on('error', () => {})
  await once(socket, 'open')
  for (const frame of frames) socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const contents = () => events.map(({ message }) => message.content)
  return {
    socket,
    events,
    contents,
    has: (content: string) => vi.waitFor(() => expect(contents()).toContain(content), patience),
    end: () => vi.waitUntil(() => ended, patience),
    ack: (id: number | undefined) => socket.send(JSON.stringify({ ack: id })),
  }
}

const basic = ({ email, apiKey }: Account) => `Basic ${btoa(`${email}:${apiKey}`)}`

async function stage(turns?: Turns) {
  const t = await testApp({}, turns)
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const { queue_id, last_event_id } = await t
    .as(iris)
    .call(registerQueue, { event_types: ['message'], fetch_event_types: [], apply_markdown: false })
  const say = (content: string) => t.given.message(otto, channel, { content })
  const place: Place = { queue_id: queue_id ?? '', last_event_id }
  return { t, iris, otto, say, place }
}

type Staged = Awaited<ReturnType<typeof stage>>

test('a socket brings events as they happen, and is recognized by header or by its first frame', async () => {
  const { t, iris, say, place } = await stage()
  await say('before')
  const first = await connect(t, basic(iris), place)
  await first.has('before')
  await say('after')
  await first.has('after')
  expect(first.contents()).toEqual(['before', 'after'])
  expect(first.socket.protocol).toBe('tagma.events.v1')
  expect(t.app.services.live.events.isPolling(t.organizationId, iris.id)).toBe(true)
  const second = await connect(t, undefined, { auth: [iris.email, iris.apiKey] }, place)
  await second.has('after')
})

test('a client that comes back gets what it has not acknowledged, and nothing else', async () => {
  const { t, iris, say, place } = await stage()
  const first = await connect(t, basic(iris), place)
  await say('one')
  await say('two')
  await first.has('two')
  const [one] = first.events
  first.ack(one?.id)
  first.socket.terminate()
  await say('three')
  const second = await connect(t, basic(iris), { ...place, last_event_id: one?.id })
  await second.has('three')
  expect(second.contents()).toEqual(['two', 'three'])
})

test('a queue goes on over a socket in a process that does not know it', async () => {
  const { t, iris, say, place } = await stage()
  const first = await connect(t, basic(iris), place)
  await say('one')
  await first.has('one')
  first.socket.terminate()
  const { events } = t.app.services.live
  events.forget(events.queuesOf(t.organizationId))
  const second = await connect(t, basic(iris), place)
  await second.has('one')
  expect(second.contents()).toEqual(['one'])
})

test('the newest reader has the queue, a poll included', async () => {
  const { t, iris, say, place } = await stage()
  const first = await connect(t, basic(iris), place)
  await say('one')
  await first.has('one')
  const second = await connect(t, basic(iris), place)
  await second.has('one')
  expect((await first.end()).code).toBe(4003)
  const polled = t
    .as(iris)
    .call(getEvents, { queue_id: place.queue_id, last_event_id: second.events[0]?.id ?? 0 })
  expect((await second.end()).code).toBe(4003)
  await say('two')
  expect((await polled).events).toHaveLength(1)
})

test('a client that acknowledges nothing is waited for', async () => {
  const { t, iris, say, place } = await stage()
  const reader = await connect(t, basic(iris), place)
  const long = 'x'.repeat(9_900)
  // Content comes once in an event: some 1.2 MB together.
  for (let sent = 0; sent < 120; sent++) await say(`${sent} ${long}`)
  await say('last')
  await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(90), patience)
  t.clock.advance({ seconds: 30 })
  t.app.http.sweep()
  expect(reader.contents()).not.toContain('last')
  reader.ack(reader.events.at(-1)?.id)
  await reader.has('last')
})

test('a client that never acknowledges is let go', async () => {
  const { t, iris, say, place } = await stage()
  const reader = await connect(t, basic(iris), place)
  for (let sent = 0; sent < 110; sent++) await say('x'.repeat(10_000))
  await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(90), patience)
  await vi.waitFor(() => {
    t.clock.advance({ seconds: 61 })
    t.app.http.sweep()
    expect(reader.socket.readyState).not.toBe(reader.socket.OPEN)
  }, patience)
  expect((await reader.end()).code).toBe(4008)
})

test('wrong beginnings end a socket with the code that says why', async () => {
  const { t, iris, otto, place } = await stage()
  const readerOf = async (scope: 'events' | 'messages:read') => `Bearer ${await givenToken(t, iris, [scope])}`
  const codes = await Promise.all([
    connect(t, 'Bearer tgm_wrong', place),
    connect(t, undefined, place),
    connect(t, undefined, { auth: [iris.email, 'x'.repeat(32)] }, place),
    connect(t, await readerOf('messages:read'), place),
    connect(t, basic(iris), { queue_id: 'none', last_event_id: 0 }),
    connect(t, basic(otto), place),
    connect(t, basic(iris), '{'),
    connect(t, basic(iris), { queue_id: 3 }),
    connect(t, basic(iris), place, { ack: 'all' }),
    connect(t, basic(iris), place, { ack: place.last_event_id + 1000 }),
  ])
  const ends = []
  for (const client of codes) ends.push((await client.end()).code)
  expect(ends).toEqual([4001, 4001, 4001, 4001, 4002, 4002, 1008, 1008, 1008, 1008])
  const good = await connect(t, await readerOf('events'), place)
  expect(good.socket.readyState).toBe(good.socket.OPEN)
})

test('a socket without a beginning ends after five seconds', async () => {
  const { t, iris } = await stage()
  const silent = await connect(t, basic(iris))
  t.clock.advance({ seconds: 6 })
  t.app.http.sweep()
  expect((await silent.end()).code).toBe(4001)
})

test('a socket ends with its queue, and with the key that the queue was made by', async () => {
  const ways = [
    ({ t, iris, place }: Staged) => t.as(iris).call(deleteQueue, { queue_id: place.queue_id }),
    ({ t, iris }: Staged) => t.as(iris).call(regenerateApiKey, {}),
  ]
  for (const way of ways) {
    const staged = await stage()
    const reader = await connect(staged.t, basic(staged.iris), staged.place)
    await staged.say('one')
    await reader.has('one')
    await way(staged)
    expect((await reader.end()).code).toBe(4002)
  }
})

test('a socket ends when its token ends by its time', async () => {
  const { t, iris, say, place } = await stage()
  const expiresAt = Math.floor(t.clock.now() / 1000) + 20
  const reader = await connect(t, `Bearer ${await givenToken(t, iris, ['events'], { expiresAt })}`, place)
  await say('one')
  await reader.has('one')
  const { events } = t.app.services.live
  await vi.waitUntil(() => events.isPolling(t.organizationId, iris.id), patience)
  t.clock.advance({ seconds: 26 })
  events.tick()
  expect((await reader.end()).code).toBe(4001)
})

test('a request to upgrade elsewhere is answered as if it had not asked', async () => {
  const { t } = await stage()
  const socket = new WebSocket(`ws://127.0.0.1:${await listeningPort(t)}/api/v1/messages`, {
    headers: { host: t.host },
  })
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('401')
})

test('a server that stops ends its sockets, and does not wait for them', async () => {
  const { t, iris, say, place } = await stage(systemTurns)
  const reader = await connect(t, basic(iris), place)
  await say('one')
  await reader.has('one')
  t.app.services.live.events.drain()
  await t.app.http.close()
  expect((await reader.end()).code).toBe(1012)
})
