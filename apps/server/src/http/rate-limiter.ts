import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'
import type { RateLimits } from '#server/config-values.ts'
import { Refusal } from '#server/refusal.ts'

interface Window {
  /** When it ends, in milliseconds that pass (`Clock.elapsed`). */
  ends: number
  /** In all processes, as far as is known here. */
  calls: number
  /** Calls of this process that the others were not told of. */
  untold: number
}

/** What the X-RateLimit headers say. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** UNIX seconds at which the window ends. */
  readonly reset: number
}

/** The part of a limit that a process may have counted without the others knowing. */
const untoldPart = 1 / 10

/**
 * Counts calls by limit and subject (a user, an address) in windows of time. Each process tells the others whenever it
 * has counted another tenth of a limit, so that n processes together let through (n - 1) / 10 more than the limit at
 * most. While the bus is away, each counts for itself.
 */
export class RateLimiter {
  readonly #limits: RateLimits | undefined
  readonly #clock: Clock
  readonly #bus: Bus
  readonly #windows = new Map<string, Window>()

  constructor(limits: RateLimits | undefined, clock: Clock, bus: Bus) {
    this.#limits = limits
    this.#clock = clock
    this.#bus = bus
    bus.subscribe((message) => {
      if (message.kind !== 'calls') return
      const window = this.#window(message.key, message.milliseconds)
      window.calls += message.calls
      // All processes shall see it end at the same time: when it ends for the one that began it.
      window.ends = Math.min(window.ends, clock.elapsed() + message.milliseconds)
    })
  }

  /** Counts a call. Throws a Refusal when the limit is used up. Undefined when there is no such limit. */
  count(name: string, subject: string | number): RateState | undefined {
    const limit = this.#limits?.[name]
    if (!limit) return undefined
    const key = `${name} ${subject}`
    const window = this.#window(key, limit.seconds * 1000)
    const wait = window.ends - this.#clock.elapsed()
    if (window.calls >= limit.calls) {
      const seconds = wait / 1000
      throw new Refusal(
        'RATE_LIMIT_HIT',
        `API usage exceeded rate limit; try again in ${Math.ceil(seconds)} seconds`,
        { 'retry-after': seconds },
      )
    }
    window.calls++
    window.untold++
    if (this.#bus.isShared && window.untold >= limit.calls * untoldPart) {
      this.#bus.publish({ kind: 'calls', key, calls: window.untold, milliseconds: wait })
      window.untold = 0
    }
    return {
      limit: limit.calls,
      remaining: limit.calls - window.calls,
      reset: Math.ceil((this.#clock.now() + wait) / 1000),
    }
  }

  /** The window of a subject that runs now, or else a new one of so many milliseconds. */
  #window(key: string, milliseconds: number): Window {
    const now = this.#clock.elapsed()
    let window = this.#windows.get(key)
    if (!window || window.ends <= now) {
      window = { ends: now + milliseconds, calls: 0, untold: 0 }
      this.#windows.set(key, window)
    }
    return window
  }

  /** Forgets windows that have ended. Called every minute or so. */
  sweep(): void {
    const now = this.#clock.elapsed()
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key)
  }
}
