import { hash } from 'node:crypto'
import type { RateLimit, RateLimits } from '#config/values.ts'
import { Refusal } from '#model/refusal.ts'
import type { Bus } from '#ports/bus.ts'
import type { Clock } from '#ports/clock.ts'

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

/** Windows of one limit that a process keeps; the oldest makes room for the next. Some 4 MiB. */
const mostWindows = 20_000
/** Subjects longer than this are kept as their hash: callers choose some of them. */
const longestSubject = 64

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
  /** By limit, so that what floods one leaves the others alone, then by subject. */
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
      // All processes shall see it end at the same time: when it ends for the one that began it.
      window.ends = Math.min(window.ends, clock.elapsed() + message.milliseconds)
    })
  }

  /** Counts a call. Throws a Refusal when the limit is used up. Undefined when there is no such limit. */
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

  /** Takes back a call that was counted before it was known that the limit does not mean it. */
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

  /** The window of a subject that runs now, or else a new one of so many milliseconds. */
  #window(name: string, subject: string, milliseconds: number): Window {
    const now = this.#clock.elapsed()
    let windows = this.#windows.get(name)
    if (!windows) this.#windows.set(name, (windows = new Map<string, Window>()))
    let window = windows.get(subject)
    if (!window || window.ends <= now) {
      window = { ends: now + milliseconds, calls: 0, untold: 0 }
      // What is set again keeps its place; it is to come last.
      windows.delete(subject)
      windows.set(subject, window)
      if (windows.size > mostWindows) windows.delete(windows.keys().next().value ?? '')
    }
    return window
  }

  /** Forgets windows that have ended. Called every second. */
  sweep(): void {
    const now = this.#clock.elapsed()
    for (const windows of this.#windows.values())
      for (const [subject, window] of windows) if (window.ends <= now) windows.delete(subject)
  }
}

const shortened = (subject: string): string =>
  subject.length <= longestSubject ? subject : `#${hash('sha256', subject, 'base64url')}`
