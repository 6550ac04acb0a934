import type { Clock } from '#ports/clock.ts'

interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

const milliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 0, 5, 9)
  #elapsed = 0

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#elapsed
  }

  /** Lets time pass. */
  advance(span: Span): void {
    this.#now += milliseconds(span)
    this.#elapsed += milliseconds(span)
  }

  /** Sets the clock forward, or back by negative numbers, while no time passes. */
  jump(span: Span): void {
    this.#now += milliseconds(span)
  }
}
