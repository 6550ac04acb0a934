import { expect, test } from 'vitest'
import { lengthOf, roomLeft } from './length.ts'

test('a character outside the basic plane counts once', () => {
  expect(lengthOf('a🎉é')).toBe(3)
  expect(lengthOf('\ud83c')).toBe(1)
})

test('the count shows only near the end of the room', () => {
  expect(roomLeft('a'.repeat(9_499), 10_000)).toBeUndefined()
  expect(roomLeft('a'.repeat(9_500), 10_000)).toBe(500)
  expect(roomLeft('🎉'.repeat(9_400), 10_000)).toBeUndefined()
  expect(roomLeft('a'.repeat(10_003), 10_000)).toBe(-3)
  expect(roomLeft(` ${'a'.repeat(10_000)}\n`, 10_000)).toBe(0)
})
