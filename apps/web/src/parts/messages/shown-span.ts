/** The messages of a window that stand in the page: from one id to another, both included. */
export interface Span {
  readonly first: number
  readonly last: number
}

/**
 * The messages of a span around one, the ones added at a time, at rest and while somebody scrolls, and the most that stand
 * in the page. At rest few are added: a change of conversation pays for them twice, when they come and when they go.
 */
export const sizes = { begin: 24, rest: 12, step: 60, most: 300 } as const

/** Returns the index of the first id that is not less than `id`. Ids ascend. */
export function indexFrom(ids: readonly number[], id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the indices of a span in the ids: from, and the one behind the last. */
export function indicesOf(
  ids: readonly number[],
  span: Span,
): { readonly from: number; readonly to: number } {
  return { from: indexFrom(ids, span.first), to: indexFrom(ids, span.last + 1) }
}

/** The span without messages. */
export const emptySpan: Span = { first: 0, last: -1 }

function spanOf(ids: readonly number[], from: number, to: number): Span {
  const first = ids[Math.max(0, from)]
  const last = ids[Math.min(ids.length, to) - 1]
  return first === undefined || last === undefined ? emptySpan : { first, last }
}

/** The parts of the room that a list needs above and below the message that it begins at. */
const needed = { above: 0.4, below: 0.9 } as const

interface Room {
  /** Pixels to fill. */
  readonly room: number
  /** Returns the least height of a message in pixels. */
  readonly leastHeight: (id: number) => number
}

/**
 * Returns the span to begin with, around a message, or at the end without one: as many messages as fill the room as a
 * rule. What is drawn beyond that would keep the first frame waiting.
 */
export function firstSpan(
  ids: readonly number[],
  target: number | undefined,
  { room, leastHeight }: Room,
): Span {
  const at = target === undefined ? ids.length : indexFrom(ids, target)
  let from = at
  let to = at
  /** Adds messages on a side until they have a height. Returns what is missing at the end of the list. */
  const fill = (side: 'above' | 'below', height: number): number => {
    let missing = height
    while (missing > 0 && to - from < sizes.step && (side === 'above' ? from > 0 : to < ids.length))
      missing -= leastHeight(ids[side === 'above' ? --from : to++]!)
    return Math.max(0, missing)
  }
  const missingBelow = target === undefined ? room : fill('below', room * needed.below)
  const missingAbove = fill('above', missingBelow + (target === undefined ? 0 : room * needed.above))
  fill('below', missingAbove)
  return spanOf(ids, from, to)
}

/** Returns a span around a message, or at the end without one. */
export function spanAround(ids: readonly number[], target: number | undefined): Span {
  const at = target === undefined ? ids.length : indexFrom(ids, target)
  const from = Math.max(0, Math.min(at - Math.floor(sizes.begin / 3), ids.length - sizes.begin))
  return spanOf(ids, from, from + sizes.begin)
}

/**
 * Adds messages on one side. Where there would be too many in the page, the ones furthest away on the other side go.
 * Returns the same span if the ids hold no more.
 */
export function grow(
  ids: readonly number[],
  span: Span,
  side: 'older' | 'newer',
  step: number = sizes.step,
): Span {
  const { from, to } = indicesOf(ids, span)
  if (side === 'older') {
    if (from === 0) return span
    const start = Math.max(0, from - step)
    return spanOf(ids, start, Math.min(to, start + sizes.most))
  }
  if (to === ids.length) return span
  const end = Math.min(ids.length, to + step)
  return spanOf(ids, Math.max(from, end - sizes.most), end)
}

/** Returns the newer half of a span: who stays at the end does not need all that came by. */
export function newerHalf(ids: readonly number[], span: Span): Span {
  const { from, to } = indicesOf(ids, span)
  return spanOf(ids, from + ((to - from) >> 1), to)
}

/**
 * Returns the span after the ids changed. One that reached the newest message goes on reaching it, so that arriving
 * messages are drawn; messages that fill gaps inside are drawn, too.
 */
export function follow(ids: readonly number[], span: Span, wasNewest: boolean): Span {
  const { from, to } = indicesOf(ids, span)
  if (from === to && !wasNewest) return spanAround(ids, span.first)
  const end = wasNewest ? ids.length : to
  return spanOf(ids, Math.max(from, end - sizes.most), end)
}
