/**
 * A set of message ids as few closed ranges, ascending, with a gap between any two. Keeps the messages of a
 * conversation that a user has read. As text: `0-31,40,44-50`.
 */
export class IdRanges {
  readonly #bounds: readonly (readonly [from: number, to: number])[]

  private constructor(bounds: readonly (readonly [number, number])[]) {
    this.#bounds = bounds
  }

  static readonly empty = new IdRanges([])

  static parse(text: string): IdRanges {
    if (text === '') return IdRanges.empty
    return new IdRanges(
      text.split(',').map((range) => {
        const [from = '', to = from] = range.split('-')
        return [Number(from), Number(to)]
      }),
    )
  }

  /** All ids from 0 up to an id. */
  static upTo(id: number): IdRanges {
    return id < 0 ? IdRanges.empty : new IdRanges([[0, id]])
  }

  /** One range, both ends included. */
  static between(from: number, to: number): IdRanges {
    return new IdRanges([[from, to]])
  }

  /** Ids in any order. */
  static of(ids: Iterable<number>): IdRanges {
    return IdRanges.#merge([...ids].map((id) => [id, id]))
  }

  static #merge(bounds: (readonly [number, number])[]): IdRanges {
    bounds.sort((a, b) => a[0] - b[0])
    const merged: [number, number][] = []
    for (const [from, to] of bounds) {
      const last = merged.at(-1)
      if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
      else merged.push([from, to])
    }
    return new IdRanges(merged)
  }

  has(id: number): boolean {
    let low = 0
    let high = this.#bounds.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const range = this.#bounds[middle]
      if (!range) return false
      if (id < range[0]) high = middle - 1
      else if (id > range[1]) low = middle + 1
      else return true
    }
    return false
  }

  union(other: IdRanges): IdRanges {
    if (other.isEmpty) return this
    if (this.isEmpty) return other
    return IdRanges.#merge([...this.#bounds, ...other.#bounds])
  }

  /** A copy without the given ids. */
  without(ids: Iterable<number>): IdRanges {
    const bounds: [number, number][] = []
    const removed = [...new Set(ids)].toSorted((a, b) => a - b)
    let next = 0
    for (const [from, to] of this.#bounds) {
      let start = from
      while (next < removed.length && (removed[next] ?? 0) < from) next++
      while (next < removed.length && (removed[next] ?? 0) <= to) {
        const id = removed[next++] ?? 0
        if (id > start) bounds.push([start, id - 1])
        start = id + 1
      }
      if (start <= to) bounds.push([start, to])
    }
    return new IdRanges(bounds)
  }

  /** End of the first range if it begins at 0, else -1. Every id up to the floor is in the set. */
  get floor(): number {
    const first = this.#bounds[0]
    return first && first[0] === 0 ? first[1] : -1
  }

  /** The ranges, ascending, both ends included. */
  get bounds(): readonly (readonly [from: number, to: number])[] {
    return this.#bounds
  }

  get isEmpty(): boolean {
    return this.#bounds.length === 0
  }

  /** Number of ranges. */
  get size(): number {
    return this.#bounds.length
  }

  toString(): string {
    return this.#bounds.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
  }
}
