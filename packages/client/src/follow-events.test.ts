import { afterEach, beforeEach, expect, test } from 'vitest'
import { events, FakeServer, lost, registration } from '../test/fake-server.ts'
import { ManualClock, settle } from '../test/manual-clock.ts'
import { createClient } from './client.ts'
import type { Connection } from './connection.ts'
import { followEvents, type Follower, type Following, type FollowOptions } from './follow-events.ts'

let server = new FakeServer()
let clock = new ManualClock()
/** Queues that were registered, ids that were received, and the end. */
let happened: unknown[] = []
let states: Connection[] = []
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

/** Follows the fake server. Waits are as long as they can be. */
async function follow(options: FollowOptions = {}, over: Partial<Follower> = {}) {
  const client = createClient({ url: 'http://chat', fetch: server.fetch })
  following = followEvents(
    client,
    {
      registered: ({ queue_id }) => void happened.push(queue_id),
      received: (received) => void happened.push(...received.map(({ id }) => id)),
      changed: (connection) => void states.push(connection),
      ...over,
    },
    { clock, random: () => 1, atEnd: 'keep', ...options },
  )
  following.done.then(
    () => happened.push('ended'),
    (error: unknown) => happened.push(error instanceof Error ? error.message : error),
  )
  await settle()
  return following
}

const stateNames = () => states.map(({ state }) => state)

test('a follower registers, then polls from the last event that it has', async () => {
  server.replies = [registration, events(0, 1), events(2)]
  await follow({ registration: { event_types: ['message'] } })
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 1', 'q1 2'])
  expect(server.asked[0]?.form?.get('event_types')).toBe('["message"]')
  expect(happened).toEqual(['q1', 0, 1, 2])
})

test('the events of an answer come as one batch', async () => {
  server.replies = [registration, events(0, 1), events(2)]
  const batches: number[] = []
  await follow({}, { received: (batch) => void batches.push(batch.length) })
  expect(batches).toEqual([2, 1])
})

test('the next poll waits until the events are taken in', async () => {
  server.replies = [registration, events(0)]
  let done = () => {}
  const taken = new Promise<void>((resolve) => {
    done = resolve
  })
  await follow({}, { received: () => taken })
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  expect(following?.position?.lastEventId).toBe(-1)
  done()
  await settle()
  expect(server.queueCalls.at(-1)).toBe('q1 0')
  expect(following?.position).toEqual({ queueId: 'q1', lastEventId: 0, longPollSeconds: 90 })
})

test('an event that comes twice is received once', async () => {
  server.replies = [registration, events(0, 1), events(1, 2)]
  await follow()
  expect(happened).toEqual(['q1', 0, 1, 2])
})

test('a heartbeat moves the follower on without being received', async () => {
  server.replies = [registration, { events: [{ id: 4, type: 'heartbeat' }] }]
  await follow()
  expect(server.queueCalls.at(-1)).toBe('q1 4')
  expect(happened).toEqual(['q1'])
})

test('a lost connection is tried again, within a limit that doubles each time up to a minute', async () => {
  server.replies = [registration, ...Array.from({ length: 9 }, () => 'no network' as const)]
  await follow()
  const waits = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]
  for (const [index, wait] of waits.entries()) {
    const state = states.at(-1)
    expect(state).toMatchObject({ state: 'waiting', reason: 'unreachable', until: clock.now() + wait })
    await clock.pass(wait - 1)
    expect(server.asked).toHaveLength(index + 2)
    await clock.pass(1)
    expect(server.asked).toHaveLength(index + 3)
  }
})

test('a wait is a random part of its limit', async () => {
  server.replies = [registration, 'no network', 'no network', events(0)]
  await follow({ random: () => 0.25 })
  await clock.pass(125)
  await clock.pass(249)
  expect(happened).toEqual(['q1'])
  await clock.pass(1)
  expect(happened).toEqual(['q1', 0])
})

test('after a failure the server is asked to answer at once, and only then to wait', async () => {
  server.replies = [registration, 'no network', { events: [] }, events(0)]
  await follow()
  await clock.pass(500)
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 -1 at once', 'q1 -1', 'q1 0'])
  expect(stateNames()).toEqual(['registering', 'live', 'waiting', 'live'])
})

test('the waits begin again with the shortest after a poll that succeeds', async () => {
  server.replies = [registration, 'no network', 'no network', events(0), 'no network', events(1)]
  await follow()
  await clock.pass(500)
  await clock.pass(1000)
  expect(happened).toEqual(['q1', 0])
  await clock.pass(500)
  expect(happened).toEqual(['q1', 0, 1])
})

test.each([500, 502, 503, 408])('a server that answers %s is asked again', async (status) => {
  server.replies = [registration, { status, code: 'INTERNAL_SERVER_ERROR' }, events(0)]
  await follow()
  expect(states.at(-1)).toMatchObject({ state: 'waiting', reason: 'failing' })
  await clock.pass(500)
  expect(happened).toEqual(['q1', 0])
})

test.each([200, 404, 502])('a page of a proxy with status %s is no answer of the server', async (status) => {
  server.replies = [registration, { status, page: '<h1>Try later</h1>' }, events(0)]
  await follow()
  await clock.pass(500)
  expect(happened).toEqual(['q1', 0])
})

test('a queue that has expired is registered again at once, with a fresh state', async () => {
  server.replies = [
    registration,
    events(7),
    lost,
    { ...registration, queue_id: 'q2', last_event_id: 3 },
    events(4),
  ]
  await follow()
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 7', 'register', 'q2 3', 'q2 4'])
  expect(happened).toEqual(['q1', 7, 'q2', 4])
  expect(stateNames()).toEqual(['registering', 'live', 'stale', 'live'])
})

test('a server that loses each queue at once is asked after a wait', async () => {
  server.replies = [registration, lost, registration, lost, registration]
  await follow()
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  await clock.pass(500)
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'register', 'q1 -1'])
  await clock.pass(999)
  expect(server.asked).toHaveLength(4)
})

test('a kept queue is resumed without registering', async () => {
  server.replies = [events(8), events(9)]
  await follow({ resume: { queueId: 'q7', lastEventId: 7 } })
  expect(server.queueCalls).toEqual(['q7 7 at once', 'q7 8', 'q7 9'])
  expect(happened).toEqual([8, 9])
  expect(stateNames()).toEqual(['resuming', 'live'])
})

test('a kept queue that is gone is registered at once', async () => {
  server.replies = [lost, registration]
  await follow({ resume: { queueId: 'q7', lastEventId: 7 } })
  expect(server.queueCalls).toEqual(['q7 7 at once', 'register', 'q1 -1'])
  expect(stateNames()).toEqual(['resuming', 'stale', 'live'])
})

test('a refusal that says how long to wait is obeyed', async () => {
  server.replies = [registration, { status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': 30 }, events(0)]
  await follow()
  expect(states.at(-1)).toMatchObject({ reason: 'limited', until: clock.now() + 31_000 })
  await clock.pass(30_999)
  expect(happened).toEqual(['q1'])
  await clock.pass(1)
  expect(happened).toEqual(['q1', 0])
})

test('401 ends the following: the account is signed out', async () => {
  server.replies = [registration, { status: 401, code: 'INVALID_API_KEY', msg: 'Invalid API key' }]
  await follow({ atEnd: 'delete' })
  expect(happened).toEqual(['q1', 'Invalid API key'])
  expect(states.at(-1)).toMatchObject({ state: 'signedOut', error: { code: 'INVALID_API_KEY' } })
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
})

test('the end of the organization closes the connection', async () => {
  server.replies = [registration, { status: 401, code: 'REALM_DEACTIVATED' }]
  await follow()
  expect(states.at(-1)).toMatchObject({ state: 'closed', reason: 'deactivated' })
})

test('a refusal that would repeat closes the connection', async () => {
  server.replies = [{ status: 400, code: 'BAD_REQUEST', msg: 'Invalid narrow operator: unknown channel' }]
  await follow()
  expect(happened).toEqual(['Invalid narrow operator: unknown channel'])
  expect(states.at(-1)).toMatchObject({ state: 'closed', reason: 'failure' })
})

test('a registration without a queue ends the following', async () => {
  server.replies = [{ ...registration, queue_id: null }]
  await follow()
  expect(happened).toEqual(['The server gave no queue: sign in first.'])
})

test('an error of the follower ends the following instead of losing an event', async () => {
  server.replies = [registration, events(0, 1)]
  await follow(
    {},
    {
      received() {
        throw new Error('a mistake of the client')
      },
    },
  )
  await clock.pass(120_000)
  expect(happened).toEqual(['q1', 'a mistake of the client'])
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  expect(following?.position?.lastEventId).toBe(-1)
})

test('a poll whose answer is overdue counts as lost', async () => {
  server.replies = [registration, 'nothing', events(0)]
  await follow()
  await clock.pass(119_999)
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  await clock.pass(1)
  expect(states.at(-1)).toMatchObject({ state: 'waiting', reason: 'overdue' })
  await clock.pass(500)
  expect(happened).toEqual(['q1', 0])
})

test('a registration that is overdue is repeated', async () => {
  server.replies = ['nothing', registration]
  await follow()
  await clock.pass(120_000)
  await clock.pass(500)
  expect(happened).toEqual(['q1'])
})

test('online ends a wait at once, and the next wait is short again', async () => {
  server.replies = [registration, 'no network', 'no network', 'no network', 'no network']
  await follow()
  await clock.pass(500)
  await clock.pass(1000)
  following?.online()
  await settle()
  expect(server.asked).toHaveLength(5)
  expect(states.at(-1)).toMatchObject({ until: clock.now() + 500 })
})

test('online repeats a poll whose connection can have died, without a change of state', async () => {
  server.replies = [registration, 'nothing', events(0)]
  await follow()
  await clock.pass(5000)
  following?.online()
  await settle()
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 -1 at once', 'q1 0'])
  expect(server.asked[1]?.signal?.aborted).toBe(true)
  expect(stateNames()).toEqual(['registering', 'live'])
})

test('online does not repeat a poll that has just begun', async () => {
  server.replies = [registration]
  await follow()
  await clock.pass(4999)
  following?.online()
  await settle()
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
})

test('offline asks whether the server is there, and waits if it is not', async () => {
  server.replies = [registration, 'nothing', 'no network']
  await follow()
  following?.offline()
  await settle()
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 -1 at once'])
  expect(states.at(-1)).toMatchObject({ state: 'waiting', reason: 'unreachable' })
  // Asked again while it waits, it goes on waiting.
  following?.offline()
  await settle()
  expect(server.queueCalls).toHaveLength(3)
})

test('offline changes nothing where the server answers', async () => {
  server.replies = [registration, 'nothing', events(0)]
  await follow()
  following?.offline()
  await settle()
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'q1 -1 at once', 'q1 0'])
  expect(stateNames()).toEqual(['registering', 'live'])
})

test('a stop ends a running poll and deletes the queue', async () => {
  server.replies = [registration, 'nothing', {}]
  const { stop } = await follow({ atEnd: 'delete' })
  stop()
  await settle()
  expect(server.asked[1]?.signal?.aborted).toBe(true)
  expect(server.queueCalls).toEqual(['register', 'q1 -1', 'delete q1'])
  expect(happened).toEqual(['q1', 'ended'])
  expect(states.at(-1)).toEqual({ state: 'closed', reason: 'stopped' })
})

test('a queue that cannot be deleted does not hold up the end', async () => {
  server.replies = [registration]
  const { stop } = await follow({ atEnd: 'delete' })
  stop()
  await clock.pass(4999)
  expect(happened).toEqual(['q1'])
  await clock.pass(1)
  expect(happened).toEqual(['q1', 'ended'])
})

test('a stop ends a wait, and keeps a queue that is to be kept', async () => {
  server.replies = [registration, 'no network']
  const signal = new AbortController()
  await follow({ signal: signal.signal })
  signal.abort()
  await settle()
  expect(happened).toEqual(['q1', 'ended'])
  expect(server.queueCalls).toEqual(['register', 'q1 -1'])
  expect(clock.timers.size).toBe(0)
})

test('a follower that is stopped before it begins asks for nothing', async () => {
  await follow({ signal: AbortSignal.abort() })
  expect(server.asked).toEqual([])
  expect(happened).toEqual(['ended'])
})
