import type { Answer } from '@tagma/contract/define.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: number }

export interface Follower {
  /** A fresh state: at the beginning, and whenever the queue had to be registered anew. */
  registered(state: Answer<typeof registerQueue>): void
  /** Each event once, in order. */
  received(event: ServerEvent): void
}

export interface FollowOptions {
  readonly signal: AbortSignal
  readonly capabilities?: ClientCapabilities
  readonly eventTypes?: string[]
  /** Waits between attempts, in milliseconds; for tests. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

const longestWait = 60_000

/** Registers a queue and follows it until `signal` is aborted, over lost connections and expired queues. */
export async function followEvents(
  client: Client,
  follower: Follower,
  options: FollowOptions,
): Promise<void> {
  const { signal, wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) } =
    options
  let queue: { id: string; lastEventId: number } | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      if (!queue) {
        const state = await client.call(
          registerQueue,
          {
            apply_markdown: true,
            ...(options.eventTypes ? { event_types: options.eventTypes } : {}),
            ...(options.capabilities ? { client_capabilities: options.capabilities } : {}),
          },
          { signal },
        )
        if (state.queue_id === null) throw new Error('The server gave no queue')
        queue = { id: state.queue_id, lastEventId: state.last_event_id }
        follower.registered(state)
      }
      const { events } = await client.call(
        getEvents,
        { queue_id: queue.id, last_event_id: queue.lastEventId },
        { signal },
      )
      failures = 0
      for (const event of events as ServerEvent[]) {
        if (event.id <= queue.lastEventId) continue
        queue.lastEventId = event.id
        if (event.type !== 'heartbeat') follower.received(event)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') {
        queue = undefined
        continue
      }
      if (
        error instanceof ApiError &&
        error.status >= 400 &&
        error.status < 500 &&
        error.code !== 'RATE_LIMIT_HIT'
      )
        throw error
      await wait(Math.min(longestWait, 500 * 2 ** failures++) * (0.5 + Math.random() / 2))
    }
  }
}
