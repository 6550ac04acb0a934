import { expect, test } from 'vitest'
import { hasReached, type Standing } from './standing.ts'

const primary: Standing = { log: 10, indexed: 5, oldestStale: 3 }

test.each<[string, Partial<Standing>, boolean]>([
  ['the same rows', {}, true],
  ['a log row less', { log: 9 }, false],
  ['a log row more, whatever its index', { log: 11, indexed: 4, oldestStale: 1 }, true],
  ['a message less in its index', { indexed: 4 }, false],
  ['a message more in its index', { indexed: 6 }, true],
  ['a changed message that the primary has indexed', { oldestStale: 2 }, false],
  ['all changed messages indexed', { oldestStale: null }, true],
])('a replica with %s: %o', (_, differing, expected) => {
  expect(hasReached({ ...primary, ...differing }, primary)).toBe(expected)
})

test('a changed message counts as missing where the primary has none', () => {
  const indexed = { ...primary, oldestStale: null }
  expect([hasReached(primary, indexed), hasReached(indexed, indexed)]).toEqual([false, true])
})
