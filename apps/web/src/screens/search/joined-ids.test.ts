import { expect, test } from 'vitest'
import { joinedIds } from './joined-ids.ts'

test('what is shown keeps its place, newer messages come before it and all others behind', () => {
  expect(joinedIds({ shown: [9, 5, 2], server: [11, 9, 7, 5, 1] })).toEqual([11, 9, 5, 2, 7, 1])
})

test('where nothing is shown, the order is that of the server', () => {
  expect(joinedIds({ shown: [], server: [3, 2] })).toEqual([3, 2])
})
