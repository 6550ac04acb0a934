import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anchorAt, isAtEnd, rowOf, topmost, type Row, type Rows } from './anchor.ts'

/** Rows of the given heights, one below the other, with the ids 10, 20, 30 … */
function rowsOf(heights: readonly number[]): Rows & { readonly asked: Set<number> } {
  const asked = new Set<number>()
  const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0))
  return {
    length: heights.length,
    asked,
    at(index): Row {
      asked.add(index)
      return { id: (index + 1) * 10, top: tops[index]!, bottom: tops[index]! + heights[index]! }
    },
  }
}

test('the anchor is the topmost message that is wholly visible', () => {
  const rows = rowsOf([100, 50, 80])
  expect(anchorAt(rows, 0)).toEqual({ id: 10, offset: 0 })
  expect(anchorAt(rows, 30)).toEqual({ id: 20, offset: 70 })
  expect(anchorAt(rows, 100)).toEqual({ id: 20, offset: 0 })
})

test('where no message begins below the edge, it is the last one', () => {
  expect(anchorAt(rowsOf([100, 900]), 400)).toEqual({ id: 20, offset: -300 })
  expect(anchorAt(rowsOf([]), 0)).toBeUndefined()
})

test('of 400 rows at most ten are measured', () => {
  const rows = rowsOf(Array.from({ length: 400 }, () => 40))
  topmost(rows, 7777)
  expect(rows.asked.size).toBeLessThanOrEqual(10)
})

test('a deleted anchor is replaced by the next message, or else by the last', () => {
  const rows = rowsOf([10, 10, 10])
  expect(rowOf(rows, { id: 20, offset: 3 })?.id).toBe(20)
  expect(rowOf(rows, { id: 15, offset: 3 })?.id).toBe(20)
  expect(rowOf(rows, { id: 99, offset: 3 })?.id).toBe(30)
})

test('whatever changes its height above, the anchor comes back to its place', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 })), {
        minLength: 1,
      }),
      fc.nat(5000),
      (heights, scrolled) => {
        const before = rowsOf(heights.map(([height]) => height))
        const anchor = anchorAt(before, scrolled)!
        const after = rowsOf(
          heights.map(([height, changed], index) => ((index + 1) * 10 < anchor.id ? changed : height)),
        )
        const scrollTop = rowOf(after, anchor)!.top - anchor.offset
        expect(rowOf(after, anchor)!.top - scrollTop).toBe(anchor.offset)
      },
    ),
  )
})

test('the end is near within 64 pixels', () => {
  expect(isAtEnd({ scrollTop: 836, clientHeight: 100, scrollHeight: 1000 })).toBe(true)
  expect(isAtEnd({ scrollTop: 835, clientHeight: 100, scrollHeight: 1000 })).toBe(false)
})
