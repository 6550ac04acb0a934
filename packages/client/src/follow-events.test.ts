import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { followEvents, type FollowOptions, type ServerEvent } from './follow-events.ts'

const registration = { queue_id: 'q1', last_event_id: -1, event_queue_longpoll_timeout_seconds: 90 }

/** An answer of the fake server: fields of a success, an error with its status, or no network at all. */
type Reply =
  | Readonly<Record<string, unknown>>
  | { readonly status: number; readonly code: string; readonly [field: string]: unknown }
  | 'no network'
  | 'nothing'

let replies: Reply[] = []
let asked: string[] = []
let signals: AbortSignal[] = []
let happened: unknown[] = []
let stop = new AbortController()

/** Answers each request with the next reply; without one, the request hangs until it is given up. */
const fakeFetch: typeof fetch = async (url, init) => {
  const { pathname, searchParams } = new URL(url instanceof Request ? url.url : url)
  asked.push(
    pathname.endsWith('/register')
      ? 'register'
      : `${searchParams.get('queue_id')} ${searchParams.get('last_event_id')}`,
  )
  const signal = init?.signal
  if (signal) signals.push(signal)
  const reply = replies.shift() ?? 'nothing'
  if (reply === 'no network') throw new TypeError('fetch failed')
  if (reply === 'nothing')
    return new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const { status = 200, ...fields } = reply
  const result = status === 200 ? 'success' : 'error'
  return Response.json({ result, msg: '', ...fields }, { status: Number(status) })
}

/** Follows the fake server; what comes of it is in `happened`. */
function follow(
  options: Partial<FollowOptions> = {},
  received = (event: ServerEvent): void => void happened.push(event.id),
) {
  const client = createClient({ url: 'http://chat', fetch: fakeFetch })
  const done = followEvents(
    client,
    { registered: ({ queue_id }) => void happened.push(queue_id), received },
    { signal: stop.signal, ...options },
  )
  done.then(
    () => happened.push('ended'),
    (error: unknown) => happened.push(error instanceof Error ? error.message : error),
  )
}

/** Lets everything happen that needs no time to pass. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Waits are as long as they can be.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  replies = []
  asked = []
  signals = []
  happened = []
  stop = new AbortController()
})

afterEach(() => {
  stop.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const events = (...ids: number[]): Reply => ({ events: ids.map((id) => ({ id, type: 'message' })) })

test('a follower registers, then polls from the last event that it has', async () => {
  replies = [registration, events(0, 1), events(2)]
  follow()
  await settle()
  expect(asked).toEqual(['register', 'q1 -1', 'q1 1', 'q1 2'])
  expect(happened).toEqual(['q1', 0, 1, 2])
})

test('an event that comes twice is received once', async () => {
  replies = [registration, events(0, 1), events(1, 2)]
  follow()
  await settle()
  expect(happened).toEqual(['q1', 0, 1, 2])
})

test('a heartbeat moves the follower on without being received', async () => {
  replies = [registration, { events: [{ id: 4, type: 'heartbeat' }] }]
  follow()
  await settle()
  expect(asked.at(-1)).toBe('q1 4')
  expect(happened).toEqual(['q1'])
})

test('a lost connection is tried again, each time after twice the wait, up to a minute', async () => {
  replies = [registration, ...Array.from({ length: 9 }, () => 'no network' as const)]
  follow()
  await settle()
  const waits = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]
  for (const [index, wait] of waits.entries()) {
    await pass(wait - 1)
    expect(asked).toHaveLength(index + 2)
    await pass(1)
    expect(asked).toHaveLength(index + 3)
  }
})

test('the waits begin again with the shortest after a poll that succeeds', async () => {
  replies = [registration, 'no network', 'no network', events(0), 'no network', events(1)]
  follow()
  await settle()
  await pass(500)
  await pass(1000)
  expect(happened).toEqual(['q1', 0])
  await pass(500)
  expect(happened).toEqual(['q1', 0, 1])
})

test.each([500, 502, 503, 408])('a server that answers %s is asked again', async (status) => {
  replies = [registration, { status, code: 'INTERNAL_SERVER_ERROR' }, events(0)]
  follow()
  await settle()
  await pass(500)
  expect(happened).toEqual(['q1', 0])
})

test('a queue that has expired is registered again at once, with a fresh state', async () => {
  replies = [
    registration,
    events(7),
    { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q1' },
    { ...registration, queue_id: 'q2', last_event_id: 3 },
    events(4),
  ]
  follow()
  await settle()
  expect(asked).toEqual(['register', 'q1 -1', 'q1 7', 'register', 'q2 3', 'q2 4'])
  expect(happened).toEqual(['q1', 7, 'q2', 4])
})

test('a server that loses each queue at once is asked after a wait', async () => {
  const lost = { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q1' }
  replies = [registration, lost, registration, lost, registration]
  follow()
  await settle()
  expect(asked).toEqual(['register', 'q1 -1'])
  await pass(500)
  expect(asked).toEqual(['register', 'q1 -1', 'register', 'q1 -1'])
  await pass(999)
  expect(asked).toHaveLength(4)
})

test('a refusal that says how long to wait is obeyed', async () => {
  replies = [registration, { status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': 30 }, events(0)]
  follow()
  await settle()
  await pass(29_999)
  expect(happened).toEqual(['q1'])
  await pass(1001)
  expect(happened).toEqual(['q1', 0])
})

test('a refusal that stays one ends the following', async () => {
  replies = [{ status: 401, code: 'INVALID_API_KEY', msg: 'Invalid API key' }]
  follow()
  await settle()
  expect(happened).toEqual(['Invalid API key'])
})

test('a registration without a queue ends the following', async () => {
  replies = [{ ...registration, queue_id: null }]
  follow()
  await settle()
  expect(happened).toEqual(['The server gave no queue: sign in first.'])
})

test('an error of the follower ends the following instead of losing an event', async () => {
  replies = [registration, events(0, 1)]
  follow({}, () => {
    throw new Error('a mistake of the client')
  })
  await settle()
  await pass(120_000)
  expect(happened).toEqual(['q1', 'a mistake of the client'])
  expect(asked).toEqual(['register', 'q1 -1'])
})

test('a poll whose answer is overdue is given up and repeated', async () => {
  replies = [registration, 'nothing', events(0)]
  follow()
  await settle()
  await pass(119_999)
  expect(asked).toEqual(['register', 'q1 -1'])
  await pass(1)
  await pass(500)
  expect(happened).toEqual(['q1', 0])
})

test('an abort ends a running poll', async () => {
  replies = [registration]
  follow()
  await settle()
  stop.abort()
  await settle()
  expect(signals.at(-1)?.aborted).toBe(true)
  expect(happened).toEqual(['q1', 'ended'])
})

test('an abort ends a wait', async () => {
  replies = [registration, 'no network']
  follow()
  await settle()
  stop.abort()
  await settle()
  expect(happened).toEqual(['q1', 'ended'])
  expect(vi.getTimerCount()).toBe(0)
})

test('no event is received after an abort', async () => {
  replies = [registration, events(0, 1, 2)]
  follow({}, (event) => {
    happened.push(event.id)
    if (event.id === 1) stop.abort()
  })
  await settle()
  expect(happened).toEqual(['q1', 0, 1, 'ended'])
})

test('a follower that is aborted before it begins asks for nothing', async () => {
  stop.abort()
  follow()
  await settle()
  expect(asked).toEqual([])
  expect(happened).toEqual(['ended'])
})
