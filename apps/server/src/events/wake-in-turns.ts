import type { Turns } from '#ports/turns.ts'
import type { EventQueue } from './event-queue.ts'

/** Polls that are answered in one turn: each costs some 50 µs, and its client's next poll as much again. */
export const wakesPerTurn = 50

/**
 * Wakes queues that have got something, few in each turn of the event loop, so that other callers get theirs in between.
 * What waits to be woken may be polled, end or get more meanwhile: it is woken with what it holds then.
 */
export class WakeInTurns {
  readonly #turns: Turns
  readonly #wakeNow: (queue: EventQueue) => void
  readonly #waiting = new Set<EventQueue>()
  #isUnderway = false

  constructor(turns: Turns, wakeNow: (queue: EventQueue) => void) {
    this.#turns = turns
    this.#wakeNow = wakeNow
  }

  /** Wakes queues, the first of them at once. */
  wake(queues: Iterable<EventQueue>): void {
    // A queue that nobody waits for is answered by its next poll.
    for (const queue of queues) if (queue.parked) this.#waiting.add(queue)
    if (!this.#isUnderway) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isUnderway = true
    while (this.#waiting.size > 0) {
      this.#wakeSome()
      if (this.#waiting.size > 0) await this.#turns.next()
    }
    this.#isUnderway = false
  }

  #wakeSome(): void {
    let woken = 0
    for (const queue of this.#waiting) {
      this.#waiting.delete(queue)
      // Its client may have got everything by another poll, and wait for what comes next.
      if (queue.events.length === 0) continue
      this.#wakeNow(queue)
      if (++woken === wakesPerTurn) return
    }
  }
}
