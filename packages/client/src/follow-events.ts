import type { Answer, Input } from '@tagma/contract/define.ts'
import type { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import * as wire from '@tagma/contract/wire.ts'
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type Clock, pause, platformClock } from './clock.ts'
import type { Connection, QueuePosition, WaitReason } from './connection.ts'
import type { ServerEvent } from './server-event.ts'
import type { Transport } from './streaming.ts'

// The life of an event queue at a client: register, poll, wait after failures, register again if the queue is gone.
// An event is acknowledged by the poll after it, which begins when `received` is done. So an event that a program did not
// get to can come again, and none is lost while the queue lives.

/** The state at the time of a registration. */
export type RegisteredState = Answer<typeof registerQueue>
/** The parameters of POST /register. */
export type Registration = Input<typeof registerQueue>

/** Takes in what a queue brings. An error that it throws ends the following. */
export interface Follower {
  /** Receives a fresh state at the beginning, and after each new registration. Not after resuming. */
  registered(state: RegisteredState): void
  /** Receives the events of an answer: each once, in order. The next poll waits until a promise is resolved. */
  received(events: readonly ServerEvent[]): void | Promise<void>
  /** Is told when the state of the connection changes. */
  changed?(connection: Connection): void
}

export interface FollowOptions {
  readonly registration?: Registration
  /** A queue to go on with instead of registering one. If it is gone, the follower registers. */
  readonly resume?: QueuePosition | undefined
  /** The way in which events come. Polls if omitted; `streaming()` holds one answer open. */
  readonly transport?: Transport
  /** The fate of the queue when the following ends. `keep` if it is to be resumed. */
  readonly atEnd?: 'delete' | 'keep'
  /** Ends the following, as `stop()` does. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  /** A number from 0 to 1, for the length of waits. */
  readonly random?: () => number
}

export interface Following {
  /** Resolves after a stop. Rejects if going on is impossible. */
  readonly done: Promise<void>
  /** The place to resume from, once there is a queue. */
  readonly position: QueuePosition | undefined
  /**
   * Tries again at once, because the network is back or the page is seen again. Ends a wait, and repeats a poll whose
   * connection can have died meanwhile.
   */
  online(): void
  /**
   * Asks at once whether the server is still there, because the network is said to be gone. Without an answer the
   * connection is `waiting`; a server that answers, such as one on the same machine, leaves it `live`.
   */
  offline(): void
  stop(): void
}

/** The longest wait between attempts, in milliseconds. */
const longestWait = 60_000
/** The first wait at most, in milliseconds. */
const shortestWait = 500
/** The delay that a promised answer may have, in milliseconds. */
const grace = 30_000
/** The time in which a registration has to be answered, in milliseconds. */
const registrationPatience = 120_000
/** The time in which a queue has to be deleted, in milliseconds. */
const farewellPatience = 5000
/** A poll that is younger is not repeated by `online()`, in milliseconds. */
const youngPoll = 5000

/** Registers a queue, or resumes one, and follows it. Survives lost connections and expired queues. */
export function followEvents(client: Client, follower: Follower, options: FollowOptions = {}): Following {
  const follow = new Follow(client, follower, options)
  const stop = () => follow.stop()
  const { signal } = options
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  return {
    done: follow.run().finally(() => signal?.removeEventListener('abort', stop)),
    get position() {
      return follow.position
    },
    online: () => follow.online(),
    offline: () => follow.offline(),
    stop,
  }
}

class Follow {
  readonly #client: Client
  readonly #follower: Follower
  readonly #options: FollowOptions
  readonly #clock: Clock
  readonly #end = new AbortController()
  /** Ends the wait or the attempt that is running. */
  #step = new AbortController()
  #stepSince = 0
  #isWaiting = false
  #connection: Connection['state'] | undefined
  #failures = 0
  /** Whether a poll may wait for events. Otherwise it is answered at once, and shows that the connection is there. */
  #isSure = true
  /** Whether the queue has answered, or was used before. */
  #isProven = false
  position: QueuePosition | undefined

  constructor(client: Client, follower: Follower, options: FollowOptions) {
    this.#client = client
    this.#follower = follower
    this.#options = options
    this.#clock = options.clock ?? platformClock
    if (options.resume) {
      this.position = options.resume
      this.#isProven = true
      this.#isSure = false
    }
  }

  stop(): void {
    this.#end.abort()
    this.#step.abort()
  }

  online(): void {
    const age = this.#clock.now() - this.#stepSince
    if (!this.#isWaiting && (!this.position || age < youngPoll)) return
    this.#failures = 0
    this.#askAtOnce()
  }

  /** Ends the wait or the poll that is running. The next poll is answered at once. */
  #askAtOnce(): void {
    this.#isSure = false
    this.#step.abort()
  }

  offline(): void {
    if (!this.#isWaiting && this.position) this.#askAtOnce()
  }

  async run(): Promise<void> {
    const { signal } = this.#end
    let final: Connection = { state: 'closed', reason: 'stopped' }
    try {
      if (!signal.aborted) this.#change({ state: this.position ? 'resuming' : 'registering' })
      while (!signal.aborted) await this.#round()
    } catch (error) {
      final = finalState(error)
      throw error
    } finally {
      this.#options.transport?.close()
      if (final.state !== 'signedOut') await this.#leave()
      this.#change(final)
    }
  }

  /** One attempt, and what follows from it. Throws what cannot be helped. */
  async #round(): Promise<void> {
    let outcome: { readonly state: RegisteredState } | { readonly events: readonly ServerEvent[] }
    const step = this.#begin()
    try {
      outcome = this.position ? await this.#poll(this.position, step) : await this.#register(step)
    } catch (error) {
      if (this.#end.signal.aborted || step.aborted) return
      await this.#afterFailure(error)
      return
    }
    if (this.#end.signal.aborted) return
    if ('state' in outcome) {
      this.position = positionIn(outcome.state)
      this.#isSure = true
      this.#follower.registered(outcome.state)
      this.#change({ state: 'live' })
      return
    }
    this.#failures = 0
    this.#isSure = true
    this.#isProven = true
    this.#change({ state: 'live' })
    await this.#deliver(outcome.events)
  }

  async #register(step: AbortSignal): Promise<{ readonly state: RegisteredState }> {
    const { registration = {} } = this.#options
    const state = await this.#within(registrationPatience, step, (signal) =>
      this.#client.call(wire.registerQueue, registration, { signal, patienceSeconds: 0 }),
    )
    return { state }
  }

  async #poll(
    { queueId, lastEventId, longPollSeconds = 90 }: QueuePosition,
    step: AbortSignal,
  ): Promise<{ readonly events: readonly ServerEvent[] }> {
    const patience = grace + (this.#isSure ? longPollSeconds * 1000 : 0)
    const args = {
      queue_id: queueId,
      last_event_id: lastEventId,
      ...(this.#isSure ? {} : { dont_block: true }),
    }
    const { transport } = this.#options
    const events = await this.#within(patience, step, async (signal) => {
      if (transport) return transport.ask(this.#client, args, signal)
      const answer = await this.#client.call(wire.getEvents, args, { signal, patienceSeconds: 0 })
      return answer.events as unknown as readonly ServerEvent[]
    })
    return { events }
  }

  async #deliver(events: readonly ServerEvent[]): Promise<void> {
    if (!this.position) return
    const { lastEventId } = this.position
    const fresh = events.filter(({ id }) => id > lastEventId)
    const newest = fresh.at(-1)
    if (!newest) return
    const told = fresh.filter(({ type }) => (type as string) !== 'heartbeat')
    if (told.length > 0) await this.#follower.received(told)
    this.position = { ...this.position, lastEventId: newest.id }
  }

  /** Decides on a failed attempt: waits, or registers again. Throws it if it would repeat. */
  async #afterFailure(error: unknown): Promise<void> {
    this.#isSure = false
    if (isLost(error)) {
      const wasProven = this.#isProven
      this.position = undefined
      this.#isProven = false
      this.#change({ state: 'stale' })
      // A server that loses each queue at once is not asked without a pause.
      if (wasProven) return
    } else if (isFinal(error)) throw error
    const milliseconds = this.#waitAfter(error)
    const step = this.#begin()
    const until = this.#clock.now() + milliseconds
    this.#change({ state: 'waiting', reason: reasonOf(error), until, error })
    this.#isWaiting = true
    await pause(this.#clock, milliseconds, step)
    this.#isWaiting = false
  }

  /** Milliseconds until the next attempt: as long as the server asks for, else up to a limit that doubles each time. */
  #waitAfter(error: unknown): number {
    const random = this.#options.random ?? Math.random
    const retryAfter = error instanceof ApiError ? error.retryAfter : undefined
    if (retryAfter !== undefined) return retryAfter * 1000 + 1000 * random()
    return Math.min(longestWait, shortestWait * 2 ** this.#failures++) * random()
  }

  /** Deletes the queue, unless it is to be kept. That may fail: a queue that nobody polls ends by itself. */
  async #leave(): Promise<void> {
    if (!this.position || this.#options.atEnd === 'keep') return
    const args = { queue_id: this.position.queueId }
    const never = new AbortController().signal
    await this.#within(farewellPatience, never, (signal) =>
      this.#client.call(wire.deleteQueue, args, { signal, patienceSeconds: 0, keepalive: true }),
    ).catch(() => undefined)
  }

  /** Makes a call that is given up when its answer is overdue: a connection can be dead without anybody noticing. */
  async #within<T>(milliseconds: number, step: AbortSignal, call: (signal: AbortSignal) => Promise<T>) {
    const overdue = new AbortController()
    const cancel = this.#clock.after(milliseconds, () => overdue.abort(new Overdue()))
    try {
      return await call(AbortSignal.any([step, overdue.signal]))
    } finally {
      cancel()
    }
  }

  #begin(): AbortSignal {
    this.#step = new AbortController()
    this.#stepSince = this.#clock.now()
    if (this.#end.signal.aborted) this.#step.abort()
    return this.#step.signal
  }

  #change(connection: Connection): void {
    if (connection.state === this.#connection && connection.state !== 'waiting') return
    this.#connection = connection.state
    this.#follower.changed?.(connection)
  }
}

class Overdue extends Error {
  constructor() {
    super('The server does not answer.')
  }
}

function positionIn(state: RegisteredState): QueuePosition {
  if (state.queue_id === null) throw new Error('The server gave no queue: sign in first.')
  return {
    queueId: state.queue_id,
    lastEventId: state.last_event_id,
    longPollSeconds: state.event_queue_longpoll_timeout_seconds ?? 90,
  }
}

const isLost = (error: unknown) => error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID'

/** Whether trying again would have the same answer. An answer without a code is not the server's. */
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.code !== '' &&
  error.status >= 400 &&
  error.status < 500 &&
  // The request came in too slowly, or too soon.
  error.status !== 408 &&
  error.status !== 429

function reasonOf(error: unknown): WaitReason {
  if (error instanceof Overdue) return 'overdue'
  if (!(error instanceof ApiError)) return 'unreachable'
  return error.status === 429 ? 'limited' : 'failing'
}

function finalState(error: unknown): Connection {
  if (error instanceof ApiError && error.code === 'REALM_DEACTIVATED')
    return { state: 'closed', reason: 'deactivated', error }
  if (error instanceof ApiError && error.status === 401) return { state: 'signedOut', error }
  return { state: 'closed', reason: 'failure', error }
}
