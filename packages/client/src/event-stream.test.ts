import { beforeEach, expect, test } from 'vitest'
import { events, FakeServer, lost, registration } from '../test/fake-server.ts'
import { ManualClock, settle } from '../test/manual-clock.ts'
import { type Client, createClient } from './client.ts'
import type { ServerEvent } from './server-event.ts'

let server = new FakeServer()
let clock = new ManualClock()
let client: Client

beforeEach(() => {
  server = new FakeServer()
  clock = new ManualClock()
  client = createClient({ url: 'http://chat', fetch: server.fetch, clock })
})

test('a loop gets the events in order, and its end deletes the queue', async () => {
  server.replies = [registration, events(0, 1), events(2), {}]
  const ids: number[] = []
  for await (const { id } of client.events({ types: ['message'] })) {
    ids.push(id)
    if (id === 2) break
  }
  expect(ids).toEqual([0, 1, 2])
  expect(server.asked[0]?.form?.get('event_types')).toBe('["message"]')
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 1', 'delete q1'])
})

test('the server is asked for more when the loop is through with an answer', async () => {
  server.replies = [registration, events(0, 1)]
  const iterator = client.events()[Symbol.asyncIterator]()
  await iterator.next()
  await iterator.next()
  await settle()
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  const next = iterator.next()
  await settle()
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 1'])
  server.replies = [events(2)]
  await clock.pass(200_000)
  expect((await next).value).toMatchObject({ id: 2 })
})

test('a loop that is left in the middle of an answer can be resumed there', async () => {
  server.replies = [registration, events(0, 1, 2)]
  const first = client.events({ atEnd: 'keep' })
  for await (const { id } of first) if (id === 1) break
  expect(first.position).toMatchObject({ queueId: 'q1', lastEventId: 1 })
  server.replies = [events(2), {}]
  const ids: number[] = []
  for await (const { id } of client.events({ resume: first.position })) {
    ids.push(id)
    break
  }
  expect(ids).toEqual([2])
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 1 at once', 'delete q1'])
})

test('a loop that got nothing has the position of its registration', async () => {
  server.replies = [registration, events(0), lost, { ...registration, queue_id: 'q2', last_event_id: 3 }]
  const stop = new AbortController()
  const stream = client.events({ signal: stop.signal, atEnd: 'keep' })
  const loop = (async () => {
    for await (const _event of stream) continue
  })()
  await settle()
  stop.abort()
  await loop
  expect(stream.position).toMatchObject({ queueId: 'q2', lastEventId: 3 })
})

test('a new registration is told', async () => {
  server.replies = [registration, events(0), lost, { ...registration, queue_id: 'q2' }, events(0), {}]
  const queues: unknown[] = []
  let count = 0
  const stream = client.events({ registered: ({ queue_id }) => void queues.push(queue_id) })
  for await (const _event of stream) if (++count === 2) break
  expect(queues).toEqual(['q1', 'q2'])
  expect(stream.position).toMatchObject({ queueId: 'q2', lastEventId: 0 })
})

test('a loop throws if going on is impossible', async () => {
  server.replies = [registration, events(0), { status: 401, code: 'USER_DEACTIVATED', msg: 'Gone' }]
  const ids: number[] = []
  const loop = async () => {
    for await (const { id } of client.events()) ids.push(id)
  }
  await expect(loop()).rejects.toMatchObject({ name: 'ApiError', code: 'USER_DEACTIVATED' })
  expect(ids).toEqual([0])
})

test('an abort ends a loop that waits', async () => {
  server.replies = [registration, 'nothing', {}]
  const stop = new AbortController()
  const loop = (async () => {
    for await (const event of client.events({ signal: stop.signal })) return event
    return 'ended'
  })()
  await settle()
  stop.abort()
  expect(await loop).toBe('ended')
  expect(server.queueCalls.at(-1)).toBe('delete q1')
})

test('an error in the loop ends the queue', async () => {
  server.replies = [registration, events(0), {}]
  const loop = async () => {
    for await (const _event of client.events()) throw new Error('a mistake')
  }
  await expect(loop()).rejects.toThrow('a mistake')
  expect(server.queueCalls.at(-1)).toBe('delete q1')
})

test('online ends the wait of a loop', async () => {
  server.replies = [registration, 'no network', events(0), {}]
  const stream = client.events({ random: () => 1 })
  const loop = (async () => {
    for await (const { id } of stream) return id
    return undefined
  })()
  await settle()
  stream.online()
  expect(await loop).toBe(0)
})

test('events have the types of the contract', () => {
  const stream = client.events({ types: ['message', 'reaction'] })
  type Handed = typeof stream extends AsyncIterable<infer E> ? E : never
  const textOf = (event: Handed): string =>
    event.type === 'message' ? event.message.content : event.emoji_name
  const topicOf = (event: ServerEvent) =>
    // @ts-expect-error Only messages have one.
    event.message.subject as unknown
  const event = { id: 1, type: 'reaction', emoji_name: 'tada' } as Handed
  expect(textOf(event)).toBe('tada')
  expect(() => topicOf(event)).toThrow(TypeError)
})
