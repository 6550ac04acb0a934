import type { Client } from './client.ts'
import type { Connection, QueuePosition } from './connection.ts'
import {
  followEvents,
  type Following,
  type FollowOptions,
  type RegisteredState,
  type Registration,
} from './follow-events.ts'
import type { EventType, ServerEvent } from './server-event.ts'

export interface EventStreamOptions<T extends EventType = EventType> extends Omit<
  FollowOptions,
  'registration'
> {
  /** The types of events to receive. All if omitted. */
  readonly types?: readonly T[]
  /** Further parameters of POST /register, such as `narrow` or `all_public_streams`. */
  readonly registration?: Omit<Registration, 'event_types'>
  /** Receives the state of each registration. After the first one, events between the two are lost. */
  readonly registered?: (state: RegisteredState) => void
  /** Is told when the state of the connection changes. */
  readonly changed?: (connection: Connection) => void
}

/**
 * The events of an account. A loop over it registers a queue and ends it when it is left; it goes on through lost
 * connections, and throws only if going on is impossible. The server is asked for more when the loop's body is through
 * with the events of an answer.
 */
export interface EventStream<T extends EventType = EventType> extends AsyncIterable<
  Extract<ServerEvent, { type: T }>
> {
  /** The place after the event that was handed out last, to be kept and resumed from. */
  readonly position: QueuePosition | undefined
  /** Tries again at once, because the network is back. */
  online(): void
}

export function streamEvents<T extends EventType>(
  client: Client,
  { types, registration, registered, changed, ...options }: EventStreamOptions<T> = {},
): EventStream<T> {
  let following: Following | undefined
  let position = options.resume

  async function* run(): AsyncGenerator<ServerEvent, void, void> {
    const handover = new Handover()
    const current = (following = followEvents(
      client,
      {
        registered(state) {
          position = following?.position
          registered?.(state)
        },
        received: (events) => handover.put(events),
        changed: (connection) => changed?.(connection),
      },
      {
        ...options,
        ...(position ? { resume: position } : {}),
        registration: { ...registration, ...(types ? { event_types: [...types] } : {}) },
      },
    ))
    const ended = current.done.finally(() => handover.end())
    // The loop sees the failure when it asks for the next event.
    ended.catch(() => undefined)
    try {
      for (let batch = await handover.take(); batch; batch = await handover.take())
        for (const event of batch) {
          if (current.position) position = { ...current.position, lastEventId: event.id }
          yield event
        }
      await ended
    } finally {
      handover.end()
      current.stop()
      await ended.catch(() => undefined)
    }
  }

  return {
    [Symbol.asyncIterator]: () => run() as AsyncIterator<Extract<ServerEvent, { type: T }>>,
    get position() {
      return position
    },
    online: () => following?.online(),
  }
}

/** Hands over one batch at a time: `put` resolves when the taker asks for the next. */
class Handover {
  #batch: readonly ServerEvent[] | undefined
  #isEnded = false
  #taken: (() => void) | undefined
  #wake: (() => void) | undefined

  put(batch: readonly ServerEvent[]): Promise<void> {
    if (this.#isEnded) return Promise.resolve()
    this.#batch = batch
    this.#wake?.()
    return new Promise((resolve) => {
      this.#taken = resolve
    })
  }

  async take(): Promise<readonly ServerEvent[] | undefined> {
    this.#taken?.()
    this.#taken = undefined
    if (!this.#batch && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = undefined
    const batch = this.#batch
    this.#batch = undefined
    return batch
  }

  end(): void {
    this.#isEnded = true
    this.#taken?.()
    this.#wake?.()
  }
}
