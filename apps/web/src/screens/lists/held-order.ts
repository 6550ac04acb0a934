import type { ListSection } from '#state/list-rows.ts'

/** Returns the rows of `before` in their order, with what is known of them now. New rows and sections wait. */
export function heldOrder(
  before: readonly ListSection[],
  now: readonly ListSection[],
): readonly ListSection[] {
  const rows = new Map(now.flatMap((section) => section.rows.map((row) => [row.key, row])))
  return before.map((section) => ({
    ...section,
    rows: section.rows.map(
      (row) => rows.get(row.key) ?? { ...row, unread: 0, counted: 0, hasMention: false },
    ),
  }))
}

/** Returns how many rows are new, or stand further up than before. */
export function movedRows(before: readonly ListSection[], now: readonly ListSection[]): number {
  const keysOf = (sections: readonly ListSection[]) =>
    sections.flatMap((section) => section.rows.map(({ key }) => key))
  const old = new Map(keysOf(before).map((key, index) => [key, index]))
  let moved = 0
  let last = -1
  for (const key of keysOf(now).toReversed()) {
    const place = old.get(key)
    if (place === undefined) moved++
    else if (last >= 0 && place > last) moved++
    else last = place
  }
  return moved
}
