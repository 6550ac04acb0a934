// Lists of ascending numbers. They are long, most changes concern their end, and what does not change stays the same
// list.

/** Index of the first number that is not below another one. */
export function placeOf(ids: readonly number[], id: number): number {
  let low = 0
  let high = ids.length
  if (high > 0 && (ids[high - 1] ?? 0) < id) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

export const has = (ids: readonly number[], id: number): boolean => ids[placeOf(ids, id)] === id

/** Returns the numbers in order, each once. */
export const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** Adds a number; returns the list itself if it is there. */
export function withNumber(ids: number[], id: number): number[] {
  const place = placeOf(ids, id)
  if (ids[place] === id) return ids
  return place === ids.length ? [...ids, id] : ids.toSpliced(place, 0, id)
}

/** Adds numbers; returns the list itself if all are there. */
export function withNumbers(ids: number[], more: readonly number[]): number[] {
  const [only] = more
  if (more.length === 1 && only !== undefined) return withNumber(ids, only)
  return more.every((id) => has(ids, id)) ? ids : ascending([...ids, ...more])
}

/** Removes ascending numbers; returns the list itself if it has none of them. */
export function withoutNumbers<N extends readonly number[]>(ids: N, gone: readonly number[]): N {
  const first = gone[placeOf(gone, ids[0] ?? 0)]
  if (ids.length === 0 || first === undefined || first > (ids.at(-1) ?? 0)) return ids
  const rest = ids.filter((id) => !has(gone, id))
  return rest.length === ids.length ? ids : (rest as readonly number[] as N)
}
