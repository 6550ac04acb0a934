import type { Answer } from '@tagma/contract/define.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: number }

/** Takes in the events of a queue. An error that it throws ends the following. */
export interface Follower {
  /** Receives a fresh state at the beginning and after each new registration of the queue. */
  registered(state: Answer<typeof registerQueue>): void
  /** Receives each event once, in order. */
  received(event: ServerEvent): void
}

export interface FollowOptions {
  readonly signal: AbortSignal
  readonly capabilities?: ClientCapabilities
  readonly eventTypes?: string[]
}

interface Queue {
  readonly id: string
  /** Milliseconds after which a poll without an answer is given up. */
  readonly patience: number
  lastEventId: number
  /** Whether a poll has succeeded. */
  isProven: boolean
}

/** The longest wait between attempts, in milliseconds. */
const longestWait = 60_000
/** The delay that a promised answer to a poll may have, in milliseconds. */
const grace = 30_000

/** Registers a queue and follows it until `signal` is aborted. Survives lost connections and expired queues. */
export async function followEvents(
  client: Client,
  follower: Follower,
  options: FollowOptions,
): Promise<void> {
  const { signal } = options
  let queue: Queue | undefined
  let failures = 0
  while (!signal.aborted) {
    let state: Answer<typeof registerQueue> | undefined
    let events: readonly ServerEvent[] = []
    try {
      if (queue) events = await poll(client, queue, signal)
      else state = await register(client, options)
    } catch (error) {
      if (signal.aborted) return
      if (isLost(error)) {
        const { isProven = false } = queue ?? {}
        queue = undefined
        // A server that loses each queue at once is not asked without a pause.
        if (isProven) continue
      } else if (isFinal(error)) throw error
      await pause(waitAfter(error, failures++), signal)
      continue
    }
    if (signal.aborted) return
    if (state) {
      queue = queueOf(state)
      follower.registered(state)
    } else if (queue) {
      failures = 0
      queue.isProven = true
      deliver(events, queue, follower, signal)
    }
  }
}

const register = (client: Client, { signal, eventTypes, capabilities }: FollowOptions) =>
  client.call(
    registerQueue,
    {
      apply_markdown: true,
      ...(eventTypes ? { event_types: eventTypes } : {}),
      ...(capabilities ? { client_capabilities: capabilities } : {}),
    },
    { signal },
  )

function queueOf(state: Answer<typeof registerQueue>): Queue {
  if (state.queue_id === null) throw new Error('The server gave no queue: sign in first.')
  const seconds = state.event_queue_longpoll_timeout_seconds ?? 90
  return {
    id: state.queue_id,
    patience: seconds * 1000 + grace,
    lastEventId: state.last_event_id,
    isProven: false,
  }
}

/** Asks for events. Gives up when the answer is overdue: a connection can be dead without anybody noticing. */
async function poll(client: Client, queue: Queue, signal: AbortSignal): Promise<readonly ServerEvent[]> {
  const overdue = new AbortController()
  const timer = setTimeout(() => overdue.abort(new Error('The server does not answer.')), queue.patience)
  try {
    const { events } = await client.call(
      getEvents,
      { queue_id: queue.id, last_event_id: queue.lastEventId },
      { signal: AbortSignal.any([signal, overdue.signal]) },
    )
    return events
  } finally {
    clearTimeout(timer)
  }
}

function deliver(
  events: readonly ServerEvent[],
  queue: Queue,
  follower: Follower,
  signal: AbortSignal,
): void {
  for (const event of events) {
    if (signal.aborted) return
    if (event.id <= queue.lastEventId) continue
    queue.lastEventId = event.id
    if (event.type !== 'heartbeat') follower.received(event)
  }
}

const isLost = (error: unknown) => error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID'

/** Whether trying again would have the same answer. */
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  // The request came in too slowly, or too soon.
  error.status !== 408 &&
  error.status !== 429

/** Milliseconds until the next attempt: as long as the server asks for, else longer each time. */
function waitAfter(error: unknown, failures: number): number {
  const jitter = 0.5 + Math.random() / 2
  const asked = error instanceof ApiError ? Number(error.fields['retry-after']) : Number.NaN
  if (asked >= 0) return asked * 1000 + 1000 * jitter
  return Math.min(longestWait, 500 * 2 ** failures) * jitter
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
