import { expect, test } from 'vitest'
import { moved } from './moved.ts'

test('an id takes another place, and the others keep their order', () => {
  const order = [5, 6, 7]
  expect(moved(order, 5, 2)).toEqual([6, 7, 5])
  expect(moved(order, 7, 0)).toEqual([7, 5, 6])
  expect(moved(order, 6, 99)).toEqual([5, 7, 6])
  expect(moved(order, 5, -1)).toBe(order)
  expect(moved(order, 8, 0)).toBe(order)
})
