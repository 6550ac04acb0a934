import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { deleteQueue } from '@tagma/contract/endpoints/events/delete-queue.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { listeningPort } from '#test/listening-port.ts'

/** Only against a stream that hangs. */
const patience = { timeout: 30_000 }

interface Stream {
  readonly answer: IncomingMessage
  readonly request: ClientRequest
  /** Everything that came so far. */
  text(): string
  /** Resolves when the stream has brought a text. */
  has(part: string): Promise<void>
}

async function open(
  t: TestApp,
  user: Account,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Stream> {
  const request = get({
    host: '127.0.0.1',
    port: await listeningPort(t),
    path: `/api/v1/events?${new URLSearchParams(fields)}`,
    headers: {
      host: t.host,
      accept: 'text/event-stream',
      authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}`,
      ...headers,
    },
  })
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8')
  answer.on('data', (piece: string) => (text += piece))
  answer.on('error', () => {})
  return {
    answer,
    request,
    text: () => text,
    has: (part) => vi.waitFor(() => expect(text).toContain(part), patience),
  }
}

/** Events of a stream's text: their ids and contents. */
const messagesIn = (text: string) =>
  [...text.matchAll(/^id: (\d+)\nevent: message\ndata: (.*)$/gm)].map(([, id, data = '']) => ({
    id: String(id),
    content: (JSON.parse(data) as { message: { content: string } }).message.content,
  }))

async function stage() {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const { queue_id, last_event_id } = await t
    .as(iris)
    .call(registerQueue, { event_types: ['message'], fetch_event_types: [], apply_markdown: false })
  const say = (content: string) => t.given.message(iris, channel, { content })
  const queue = { queue_id: queue_id ?? '', last_event_id: String(last_event_id) }
  return { t, iris, say, queue }
}

test('a stream brings events as they happen, each with the object that a poll has', async () => {
  const { t, iris, say, queue } = await stage()
  await say('before')
  const stream = await open(t, iris, queue)
  expect(stream.answer.statusCode).toBe(200)
  expect(stream.answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await stream.has('before')
  expect(stream.text()).toMatch(/^retry: 2000\n\nid: \d+\nevent: message\ndata: \{"id":\d+,"type":"message",/)
  await vi.waitFor(
    () => expect(t.app.services.live.events.isPolling(t.organizationId, iris.id)).toBe(true),
    patience,
  )
  await say('after')
  await stream.has('after')
  expect(messagesIn(stream.text()).map(({ content }) => content)).toEqual(['before', 'after'])
})

test('a client whose stream broke goes on after the last event that it got', async () => {
  const { t, iris, say, queue } = await stage()
  const first = await open(t, iris, queue)
  await say('one')
  await say('two')
  await first.has('two')
  const [one] = messagesIn(first.text())
  // The client got the second event into its buffers and never read it.
  first.request.destroy()
  await say('three')
  const second = await open(t, iris, queue, { 'last-event-id': one?.id ?? '' })
  await second.has('three')
  expect(messagesIn(second.text()).map(({ content }) => content)).toEqual(['two', 'three'])
})

test('a stream goes on in a process that does not know it', async () => {
  const { t, iris, say, queue } = await stage()
  const first = await open(t, iris, queue)
  await say('one')
  await say('two')
  await first.has('two')
  const [one] = messagesIn(first.text())
  first.request.destroy()
  const { events } = t.app.services.live
  events.forget(events.queuesOf(t.organizationId))
  const second = await open(t, iris, { ...queue, last_event_id: one?.id ?? '' })
  await second.has('two')
  expect(messagesIn(second.text()).map(({ content }) => content)).toEqual(['two'])
})

test('the newest reader of a queue wins, whether it polls or streams', async () => {
  const { t, iris, say, queue } = await stage()
  const first = await open(t, iris, queue)
  await say('one')
  await first.has('one')
  const second = await open(t, iris, queue)
  await second.has('one')
  await vi.waitFor(() => expect(first.answer.readableEnded).toBe(true), patience)
  expect(first.text()).toContain('\n: This stream ends.')
  const args = { queue_id: queue.queue_id, last_event_id: Number(queue.last_event_id), dont_block: true }
  expect((await t.as(iris).call(getEvents, args)).events).toMatchObject([{ message: { content: 'one' } }])
})

test('what was written two and a half minutes ago counts as received', async () => {
  const { t, iris, say, queue } = await stage()
  const stream = await open(t, iris, queue)
  await say('one')
  await stream.has('one')
  t.clock.advance({ seconds: 151 })
  await t.app.tick()
  await stream.has('\n:\n')
  await say('two')
  await stream.has('two')
  await say('three')
  await stream.has('three')
  const late = await open(t, iris, queue)
  expect(late.answer.statusCode).toBe(400)
  await late.has('"code":"BAD_EVENT_QUEUE_ID"')
  const again = await open(t, iris, queue, { 'last-event-id': messagesIn(stream.text())[1]?.id ?? '' })
  await again.has('three')
})

test('a stream without a queue registers one, and says which', async () => {
  const { t, iris, say } = await stage()
  const stream = await open(t, iris, { event_types: '["message"]', apply_markdown: 'false' })
  await stream.has('event: registered\n')
  const [, data = ''] = /^event: registered\ndata: (.*)$/m.exec(stream.text()) ?? []
  expect(JSON.parse(data)).toEqual({
    queue_id: expect.any(String) as string,
    last_event_id: expect.any(Number) as number,
  })
  await say('there')
  await stream.has('"content":"there"')
})

test('a stream tells why its queue ended', async () => {
  const { t, iris, queue } = await stage()
  const stream = await open(t, iris, queue)
  await stream.has('retry')
  await vi.waitFor(
    () => expect(t.app.services.live.events.isPolling(t.organizationId, iris.id)).toBe(true),
    patience,
  )
  await t.as(iris).call(deleteQueue, { queue_id: queue.queue_id })
  await vi.waitFor(() => expect(stream.answer.readableEnded).toBe(true), patience)
  expect(stream.text()).toContain('event: error\ndata: {"result":"error","msg":"Bad event queue ID')
})

test.each([
  ['a queue of nobody', { queue_id: 'none', last_event_id: '-1' }, {}, 'BAD_EVENT_QUEUE_ID'],
  ['a header that is no id', { queue_id: 'none' }, { 'last-event-id': 'x' }, 'BAD_REQUEST'],
  ['no place to begin', { queue_id: 'none' }, {}, 'BAD_REQUEST'],
])('%s is refused as an ordinary answer', async (_, fields, headers, code) => {
  const { t, iris } = await stage()
  const stream = await open(t, iris, fields, headers)
  expect(stream.answer.statusCode).toBe(400)
  expect(stream.answer.headers['content-type']).toBe('application/json')
  await stream.has(`"code":"${code}"`)
})

test('a key that was replaced brings nothing more', async () => {
  const { t, iris, queue } = await stage()
  const { otto } = await t.given.members('otto')
  const channel = await t.given.channel([iris, otto])
  const stream = await open(t, iris, queue)
  await stream.has('retry')
  await t.as(iris).call(regenerateApiKey, {})
  await t.given.message(otto, channel, { content: 'later' })
  await vi.waitFor(() => expect(stream.answer.readableEnded).toBe(true), patience)
  expect(stream.text()).not.toContain('later')
  const again = await open(t, iris, queue)
  expect(again.answer.statusCode).toBe(401)
})

test('a stream ends after ten minutes', async () => {
  const { t, iris, queue } = await stage()
  const stream = await open(t, iris, queue)
  await vi.waitFor(
    () => expect(t.app.services.live.events.isPolling(t.organizationId, iris.id)).toBe(true),
    patience,
  )
  t.clock.advance({ seconds: 601 })
  await t.app.tick()
  await vi.waitFor(() => expect(stream.answer.readableEnded).toBe(true), patience)
  expect(stream.text()).toContain(': This stream ends.')
})

test('a stream belongs to its user', async () => {
  const { t, queue } = await stage()
  const { otto } = await t.given.members('otto')
  const stream = await open(t, otto, queue)
  await stream.has('"code":"BAD_EVENT_QUEUE_ID"')
  expect(stream.answer.statusCode).toBe(400)
})
