import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../src/clock.ts'

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 10, 22)
  readonly timers = new Set<Timer>()

  now(): number {
    return this.#now
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + milliseconds, call }
    this.timers.add(timer)
    return () => this.timers.delete(timer)
  }

  /** Lets time pass, and everything happen that follows from it. */
  async pass(milliseconds: number): Promise<void> {
    await settle()
    const end = this.#now + milliseconds
    for (;;) {
      const due = [...this.timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.timers.delete(due)
      this.#now = due.at
      due.call()
      await settle()
    }
    this.#now = end
    await settle()
  }
}

/** Lets everything happen that needs no time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}
