import { afterEach, expect, test } from 'vitest'
import { hasAllTaken, hasFollowed, noteTaken } from './taken-events.ts'

afterEach(() => localStorage.clear())

test('a copy that lacks an event which was taken cannot go on with the queue', () => {
  expect(hasAllTaken({ queueId: 'a', lastEventId: 3 })).toBe(true)
  noteTaken({ queueId: 'a', lastEventId: 5 })
  expect(hasAllTaken({ queueId: 'a', lastEventId: 4 })).toBe(false)
  expect(hasAllTaken({ queueId: 'a', lastEventId: 5 })).toBe(true)
  expect(hasAllTaken({ queueId: 'b', lastEventId: 1 })).toBe(true)
})

test('a browser knows whether it has followed a queue', () => {
  expect(hasFollowed()).toBe(false)
  noteTaken({ queueId: 'a', lastEventId: -1 })
  expect(hasFollowed()).toBe(true)
})
