import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('an answer is made once for the same inputs', () => {
  let made = 0
  const select = remember((a: object, b: number) => ({ a, b, made: ++made }))
  const a = {}
  const first = select(a, 1)
  expect(select(a, 1)).toBe(first)
  expect(select(a, 2).made).toBe(2)
  expect(select({}, 2).made).toBe(3)
})
