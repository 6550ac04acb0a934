import { Refusal } from '#model/refusal.ts'

/** Bounds work that takes much memory or time: so many pieces at once, so many more that wait, and no others. */
export class WaitingRoom {
  readonly #atOnce: number
  readonly #seats: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: { readonly atOnce: number; readonly seats: number }) {
    this.#atOnce = limits.atOnce
    this.#seats = limits.seats
  }

  /** Does the work in its turn. Throws SERVER_UNAVAILABLE at once where too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else if (this.#waiting.length < this.#seats)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else
      throw new Refusal(
        'SERVER_UNAVAILABLE',
        'Many people give their passwords just now. Try again in a few seconds: nothing was changed.',
      )
    try {
      return await work()
    } finally {
      // The next one takes the place over.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
