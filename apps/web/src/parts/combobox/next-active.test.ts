import { expect, test } from 'vitest'
import { nextActive } from './next-active.ts'

test('arrows go round, and pages stop at the ends', () => {
  expect(nextActive('ArrowDown', -1, 3)).toBe(0)
  expect(nextActive('ArrowDown', 2, 3)).toBe(0)
  expect(nextActive('ArrowUp', 0, 3)).toBe(2)
  expect(nextActive('ArrowUp', -1, 3)).toBe(2)
  expect(nextActive('PageDown', 0, 3)).toBe(2)
  expect(nextActive('PageUp', 2, 3)).toBe(0)
})

test('other keys and empty lists move nothing', () => {
  expect(nextActive('a', 0, 3)).toBeUndefined()
  expect(nextActive('ArrowDown', 0, 0)).toBeUndefined()
})
