import type { Clock } from '#ports/clock.ts'

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 0, 5, 9)

  now(): number {
    return this.#now
  }

  advance({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: {
    days?: number
    hours?: number
    minutes?: number
    seconds?: number
  }): void {
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  }
}
