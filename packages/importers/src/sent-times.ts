/** Keys of the messages of a place by their times: 16 bytes each. Both ascend. */
export class SentTimes {
  #times = new Float64Array(64)
  #keys = new Float64Array(64)
  #count = 0

  add(time: number, key: number): void {
    if (this.#count === this.#times.length) {
      this.#times = longer(this.#times)
      this.#keys = longer(this.#keys)
    }
    this.#times[this.#count] = time
    this.#keys[this.#count++] = key
  }

  /** Returns the key of the message of a time; undefined without one. */
  of(time: number): number | undefined {
    const rank = this.#rankFrom(time)
    return rank < this.#count && this.#times[rank] === time ? this.#keys[rank] : undefined
  }

  /** Returns the key of the first message after a time; undefined without one. */
  after(time: number): number | undefined {
    let rank = this.#rankFrom(time)
    while (rank < this.#count && this.#times[rank] === time) rank++
    return rank < this.#count ? this.#keys[rank] : undefined
  }

  /** Key of the newest message. */
  get last(): number {
    return this.#keys[this.#count - 1] ?? 0
  }

  /** Number of messages before a time. */
  #rankFrom(time: number): number {
    let [low, high] = [0, this.#count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#times[middle] ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
}

function longer(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(numbers.length * 2)
  copy.set(numbers)
  return copy
}
