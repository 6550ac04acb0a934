import type { Turns } from '#ports/turns.ts'
import type { EventQueue } from './event-queue.ts'

/** Polls to answer in one turn: each costs some 50 µs, and its client's next poll as much again. */
export const wakesPerTurn = 50

/**
 * Answers the polls of queues with new events, few in each turn of the event loop, so that other callers get their
 * turn. A waiting queue may be polled, end or get more events meanwhile: it is answered with what it holds then.
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
    // A queue without a parked poll is answered by its next poll.
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
      // The client may have got everything by another poll, and now wait for the next event.
      if (queue.events.length === 0) continue
      this.#wakeNow(queue)
      if (++woken === wakesPerTurn) return
    }
  }
}
