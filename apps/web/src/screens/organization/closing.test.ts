import { expect, test } from 'vitest'
import { delayOf, fateProblem, fates } from './closing.ts'

const free = { least: null, most: null }
const bound = { least: 14, most: 60 }

test('a server without limits keeps data, deletes it later, or at once; keeping it comes first', () => {
  expect(fates(free)).toEqual(['never', 'days', 'at-once'])
  expect(fates(bound)).toEqual(['days'])
  expect(fates({ least: 0, most: null })).toEqual(['never', 'days'])
})

test('days outside of the limits are named with the limits', () => {
  expect(fateProblem('30', bound)).toBeUndefined()
  expect(['13', '61', '', '14.5', 'ten'].map((days) => fateProblem(days, bound))).toEqual(
    Array.from({ length: 5 }, () => 'organization.close.at-most'),
  )
  expect(fateProblem('0', free)).toBe('organization.close.between')
  expect(fateProblem('1', free)).toBeUndefined()
  expect(fateProblem('4000', free)).toBeUndefined()
})

test('the call gets null for ever, 0 for at once, otherwise the days', () => {
  expect([delayOf('never', '9'), delayOf('at-once', '9'), delayOf('days', '9')]).toEqual([null, 0, 9])
})
