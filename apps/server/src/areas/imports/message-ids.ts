/** Keys of all messages of a source, ascending, and the ids that they have here. */
export class MessageIds {
  #keys = new Float64Array(1024)
  #count = 0
  /** Undefined keeps the keys as ids. */
  #first: number | undefined

  add(key: number): void {
    if (this.#count === this.#keys.length) {
      const longer = new Float64Array(this.#count * 2)
      longer.set(this.#keys)
      this.#keys = longer
    }
    this.#keys[this.#count++] = key
  }

  get count(): number {
    return this.#count
  }

  get smallest(): number {
    return this.#keys[0] ?? 0
  }

  get largest(): number {
    return this.#count === 0 ? 0 : (this.#keys[this.#count - 1] ?? 0)
  }

  /** Gives the messages the ids from one on; undefined lets them keep theirs. */
  startAt(first: number | undefined): void {
    this.#first = first
  }

  /** Id of the newest message; 0 without messages. */
  get newest(): number {
    return this.#count === 0 ? 0 : this.#idAt(this.#count - 1)
  }

  /** Id of the message with a key; undefined without one. */
  of(key: number): number | undefined {
    const rank = this.#rankFrom(key)
    return rank < this.#count && this.#keys[rank] === key ? this.#idAt(rank) : undefined
  }

  /** Id of the first message with this key or a larger one; behind the newest, the id after it. */
  from(key: number): number {
    return this.#idAt(this.#rankFrom(key))
  }

  /** Id of the last message with this key or a smaller one; before the first, the id before it. */
  upTo(key: number): number {
    return this.#idAt(this.#rankFrom(key + 1) - 1)
  }

  #idAt(rank: number): number {
    if (this.#first !== undefined) return this.#first + rank
    if (rank < 0) return this.smallest - 1
    return rank < this.#count ? (this.#keys[rank] ?? 0) : this.largest + 1
  }

  /** Number of keys that are smaller. */
  #rankFrom(key: number): number {
    let [low, high] = [0, this.#count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
