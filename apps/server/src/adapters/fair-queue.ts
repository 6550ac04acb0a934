/** A key has too much work waiting. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Does one piece of work at a time. Keys with work take turns, so that nobody waits for all the work of another. */
export class FairQueue {
  readonly #longest: number
  /** Work by key; the first key has the next turn. */
  readonly #waiting = new Map<number | string, (() => Promise<void>)[]>()
  #isWorking = false

  /** `longest`: pieces of work that may wait under one key. */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** Resolves or rejects as the work does. Rejects with `QueueFull` at once. */
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
