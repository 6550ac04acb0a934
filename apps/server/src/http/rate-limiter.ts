import type { Clock } from '#ports/clock.ts'
import type { RateLimits } from '#server/config.ts'
import { Refusal } from '#server/refusal.ts'

interface Window {
  /** UNIX milliseconds. */
  readonly ends: number
  calls: number
}

/** What the X-RateLimit headers say. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** UNIX seconds at which the window ends. */
  readonly reset: number
}

/** Counts calls by limit and subject (a user, an address) in windows of time. */
export class RateLimiter {
  readonly #limits: RateLimits | undefined
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(limits: RateLimits | undefined, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Counts a call. Throws a Refusal when the limit is used up. Undefined when there is no such limit. */
  count(name: string, subject: string | number): RateState | undefined {
    const limit = this.#limits?.[name]
    if (!limit) return undefined
    const now = this.#clock.now()
    const key = `${name} ${subject}`
    let window = this.#windows.get(key)
    if (!window || window.ends <= now) {
      window = { ends: now + limit.seconds * 1000, calls: 0 }
      this.#windows.set(key, window)
    }
    const reset = Math.ceil(window.ends / 1000)
    if (window.calls >= limit.calls) {
      const wait = (window.ends - now) / 1000
      throw new Refusal(
        'RATE_LIMIT_HIT',
        `API usage exceeded rate limit; try again in ${Math.ceil(wait)} seconds`,
        { 'retry-after': wait },
      )
    }
    window.calls++
    return { limit: limit.calls, remaining: limit.calls - window.calls, reset }
  }

  /** Forgets windows that have ended. Called every minute or so. */
  sweep(): void {
    const now = this.#clock.now()
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key)
  }
}
