/** Keeps the bodies that were used last, up to a number of bytes. */
export class BodyCache<T extends { readonly bytes: Uint8Array }> {
  readonly #entries = new Map<string, T>()
  readonly #budget: number
  #size = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)
  }

  set(key: string, entry: T): void {
    const { length } = entry.bytes
    const before = this.#entries.get(key)
    if (before) this.#size -= before.bytes.length
    this.#entries.delete(key)
    if (length > this.#budget / 2) return
    this.#entries.set(key, entry)
    this.#size += length
    // Drops the oldest first. A body that is needed again costs one read.
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#size <= this.#budget) break
      this.#entries.delete(oldest)
      this.#size -= bytes.length
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }
}
