/** More work waits under a key than may wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** One piece of work at a time; the keys with work take turns, so that nobody waits for all that another has brought. */
export class FairQueue {
  readonly #longest: number
  /** Work by key; the first key is the next to have a turn. */
  readonly #waiting = new Map<number | string, (() => Promise<void>)[]>()
  #isWorking = false

  /** `longest`: pieces of work that may wait under one key. */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** Resolves with what the work resolves with, or rejects with its error. Rejects with `QueueFull` at once. */
  run<T>(key: number | string, work: () => Promise<T>): Promise<T> {
    const line = this.#waiting.get(key) ?? []
    if (line.length >= this.#longest) return Promise.reject(new QueueFull('Too much work is waiting.'))
    this.#waiting.set(key, line)
    return new Promise<T>((resolve, reject) => {
      line.push(() => work().then(resolve, reject))
      if (!this.#isWorking) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let [turn] = this.#waiting; turn; [turn] = this.#waiting) {
      const [key, line] = turn
      const next = line.shift()
      this.#waiting.delete(key)
      if (line.length > 0) this.#waiting.set(key, line)
      await next?.()
    }
    this.#isWorking = false
  }
}
