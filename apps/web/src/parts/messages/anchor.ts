/** A row of the list: the id of its message, and where it stands in the list's content, in pixels. */
export interface Row {
  readonly id: number
  readonly top: number
  readonly bottom: number
}

/** The message that stays where it is when something above it changes its height. */
export interface Anchor {
  readonly id: number
  /** From the upper edge of what is seen to the upper edge of the message, in pixels. */
  readonly offset: number
}

/** The distance from the end, in pixels, within which the list follows new messages. */
export const nearEnd = 64

/** Reads rows by their index. Positions are read only of the rows that are asked for, because each costs the browser. */
export interface Rows {
  readonly length: number
  at(index: number): Row
}

/** Returns the topmost row that is wholly visible, or else the one that covers the upper edge. */
export function topmost(rows: Rows, edge: number): Row | undefined {
  if (rows.length === 0) return undefined
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows.at(middle).top >= edge) high = middle
    else low = middle + 1
  }
  return rows.at(low)
}

/** Returns the anchor for a position of scrolling. */
export function anchorAt(rows: Rows, scrollTop: number): Anchor | undefined {
  const row = topmost(rows, scrollTop)
  return row && { id: row.id, offset: row.top - scrollTop }
}

/** The place of an id in the list: messages on their way, whose ids are negative, come last, in the order of sending. */
const orderOf = (id: number) => (id < 0 ? Number.MAX_SAFE_INTEGER / 2 - id : id)

/** Returns the row of an anchor, or the nearest one where its message is gone. */
export function rowOf(rows: Rows, { id }: Anchor): Row | undefined {
  if (rows.length === 0) return undefined
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (orderOf(rows.at(middle).id) >= orderOf(id)) high = middle
    else low = middle + 1
  }
  return rows.at(low)
}

/** Whether the end is so near that new messages are followed. */
export function isAtEnd(view: {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}): boolean {
  return view.scrollHeight - view.clientHeight - view.scrollTop <= nearEnd
}
