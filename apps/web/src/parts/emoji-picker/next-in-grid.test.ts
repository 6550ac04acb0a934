import { expect, test } from 'vitest'
import { nextInGrid } from './next-in-grid.ts'

const grid = { count: 20, columns: 8, isMirrored: false }

test('arrows move through a grid and stop at its ends', () => {
  expect(nextInGrid('ArrowRight', 3, grid)).toBe(4)
  expect(nextInGrid('ArrowDown', 3, grid)).toBe(11)
  expect(nextInGrid('ArrowDown', 15, grid)).toBe(19)
  expect(nextInGrid('ArrowUp', 3, grid)).toBe(0)
  expect(nextInGrid('a', 3, grid)).toBeUndefined()
  expect(nextInGrid('ArrowDown', 0, { ...grid, count: 0 })).toBeUndefined()
})

test('in a mirrored page, left leads on', () => {
  expect(nextInGrid('ArrowLeft', 3, { ...grid, isMirrored: true })).toBe(4)
})
