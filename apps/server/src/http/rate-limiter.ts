import { hash } from 'node:crypto'
import type { RateLimit, RateLimits } from '#config/values.ts'
import { Refusal } from '#model/refusal.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'

interface Window {
  /** End of the window, by `Clock.elapsed`. */
  ends: number
  /** Calls of all processes, as far as this one knows. */
  calls: number
  /** Calls of this process that the others do not know of. */
  untold: number
}

/** Values of the X-RateLimit headers. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** UNIX seconds at which the window ends. */
  readonly reset: number
}

/** Windows that a process keeps of one limit; a new one replaces the oldest. Some 4 MiB. */
const mostWindows = 20_000
/** Longer subjects are kept as their hash: callers choose some subjects. */
const longestSubject = 64

/** Part of a limit that a process may count before it tells the others. */
const untoldPart = 1 / 10

/**
 * Counts calls by limit and subject (a user, an address) in windows of time. A process tells the others whenever it has
 * counted another tenth of a limit: n processes together allow at most (n - 1) / 10 more calls than the limit. While
 * the bus is away, each process counts for itself.
 */
export class RateLimiter {
  readonly #limits: RateLimits | undefined
  readonly #clock: Clock
  readonly #bus: Bus
  /** By limit, then by subject: a flood against one limit leaves the windows of the others alone. */
  readonly #windows = new Map<string, Map<string, Window>>()

  constructor(limits: RateLimits | undefined, clock: Clock, bus: Bus) {
    this.#limits = limits
    this.#clock = clock
    this.#bus = bus
    bus.subscribe((message) => {
      if (message.kind !== 'calls') return
      const space = message.key.indexOf(' ')
      const window = this.#window(
        message.key.slice(0, space),
        message.key.slice(space + 1),
        message.milliseconds,
      )
      window.calls = Math.max(0, window.calls + message.calls)
      // All processes end the window together, by the time of the one that began it.
      window.ends = Math.min(window.ends, clock.elapsed() + message.milliseconds)
    })
  }

  /** Counts a call. Undefined if there is no such limit. Throws a Refusal when the limit is used up. */
  count(name: string, subject: string | number): RateState | undefined {
    const limit = this.#limits?.[name]
    if (!limit) return undefined
    const short = shortened(String(subject))
    const window = this.#window(name, short, limit.seconds * 1000)
    const wait = window.ends - this.#clock.elapsed()
    if (window.calls >= limit.calls) {
      const seconds = wait / 1000
      throw new Refusal(
        'RATE_LIMIT_HIT',
        `API usage exceeded rate limit; try again in ${Math.ceil(seconds)} seconds`,
        { 'retry-after': seconds },
      )
    }
    this.#add(window, 1, `${name} ${short}`, limit)
    return {
      limit: limit.calls,
      remaining: limit.calls - window.calls,
      reset: Math.ceil((this.#clock.now() + wait) / 1000),
    }
  }

  /** Takes back a call that turned out not to be the limit's concern. */
  giveBack(name: string, subject: string | number): void {
    const limit = this.#limits?.[name]
    const short = shortened(String(subject))
    const window = this.#windows.get(name)?.get(short)
    if (!limit || !window || window.calls === 0 || window.ends <= this.#clock.elapsed()) return
    this.#add(window, -1, `${name} ${short}`, limit)
  }

  #add(window: Window, calls: 1 | -1, key: string, limit: RateLimit): void {
    window.calls += calls
    window.untold += calls
    if (!this.#bus.isShared || Math.abs(window.untold) < limit.calls * untoldPart) return
    const milliseconds = window.ends - this.#clock.elapsed()
    this.#bus.publish({ kind: 'calls', key, calls: window.untold, milliseconds })
    window.untold = 0
  }

  /** Returns the running window of a subject, or a new one of so many milliseconds. */
  #window(name: string, subject: string, milliseconds: number): Window {
    const now = this.#clock.elapsed()
    let windows = this.#windows.get(name)
    if (!windows) this.#windows.set(name, (windows = new Map<string, Window>()))
    let window = windows.get(subject)
    if (!window || window.ends <= now) {
      window = { ends: now + milliseconds, calls: 0, untold: 0 }
      // A key that is set again would keep its place; it has to come last.
      windows.delete(subject)
      windows.set(subject, window)
      if (windows.size > mostWindows) windows.delete(windows.keys().next().value ?? '')
    }
    return window
  }

  /** Forgets ended windows. Called every second. */
  sweep(): void {
    const now = this.#clock.elapsed()
    for (const windows of this.#windows.values())
      for (const [subject, window] of windows) if (window.ends <= now) windows.delete(subject)
  }
}

const shortened = (subject: string): string =>
  subject.length <= longestSubject ? subject : `#${hash('sha256', subject, 'base64url')}`
