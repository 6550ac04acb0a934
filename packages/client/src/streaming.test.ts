import { afterEach, beforeEach, expect, test } from 'vitest'
import { events, FakeServer, registration } from '../test/fake-server.ts'
import { ManualClock, settle } from '../test/manual-clock.ts'
import { createClient } from './client.ts'
import { followEvents, type Following } from './follow-events.ts'
import { streaming } from './streaming.ts'

let server = new FakeServer()
let clock = new ManualClock()
/** Queues that were registered, ids that were received. */
let happened: unknown[] = []
let states: string[] = []
let following: Following | undefined

beforeEach(() => {
  server = new FakeServer()
  clock = new ManualClock()
  happened = []
  states = []
})

afterEach(async () => {
  following?.stop()
  await clock.pass(10_000)
})

async function follow(): Promise<Following> {
  const client = createClient({ url: 'http://chat', fetch: server.fetch })
  following = followEvents(
    client,
    {
      registered: ({ queue_id }) => void happened.push(queue_id),
      received: (received) => void happened.push(...received.map(({ id }) => id)),
      changed: ({ state }) => void states.push(state),
    },
    { clock, random: () => 1, atEnd: 'keep', transport: streaming() },
  )
  await rest()
  return following
}

/** A stream's pieces arrive over many turns. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await settle()
}

const block = (id: number) => `id: ${id}\nevent: message\ndata: {"id":${id},"type":"message"}\n\n`

test('one answer brings event after event, also where pieces end within one', async () => {
  const whole = `retry: 2000\n\n${block(0)}:\n\n${block(1)}`
  server.replies = [registration, { stream: [whole.slice(0, 40), whole.slice(40, 90), whole.slice(90)] }]
  await follow()
  expect(happened).toEqual(['q1', 0, 1])
  expect(states).toEqual(['registering', 'live'])
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  expect(server.asked[1]?.headers.get('accept')).toBe('text/event-stream')
  expect(following?.position?.lastEventId).toBe(1)
})

test('a stream that ends is opened again after the last event', async () => {
  server.replies = [registration, { stream: [block(0)], ends: true }, { stream: [block(1)] }]
  await follow()
  await clock.pass(1000)
  await rest()
  expect(happened).toEqual(['q1', 0, 1])
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 0 at once'])
})

test('a queue that ends in the middle of a stream is registered again', async () => {
  const error = 'event: error\ndata: {"result":"error","msg":"Gone","code":"BAD_EVENT_QUEUE_ID"}\n\n'
  server.replies = [
    registration,
    { stream: [block(0), error] },
    { ...registration, queue_id: 'q2' },
    { stream: [block(5)] },
  ]
  await follow()
  expect(happened).toEqual(['q1', 0, 'q2', 5])
})

test('a stream that is silent for two minutes is given up', async () => {
  server.replies = [registration, { stream: [block(0)] }, { stream: [block(1)] }]
  await follow()
  await clock.pass(121_000)
  await rest()
  await clock.pass(1000)
  await rest()
  expect(server.asked[1]?.signal?.aborted).toBe(true)
  expect(happened).toEqual(['q1', 0, 1])
})

test('a server without streams is polled', async () => {
  server.replies = [registration, events(0, 1), events(2)]
  await follow()
  expect(happened).toEqual(['q1', 0, 1, 2])
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 1', 'q1 2'])
})

test('a stop lets go of the stream', async () => {
  server.replies = [registration, { stream: [block(0)] }]
  const { stop, done } = await follow()
  stop()
  await done
  expect(server.asked[1]?.signal?.aborted).toBe(true)
})
