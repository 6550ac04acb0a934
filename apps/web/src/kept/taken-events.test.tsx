import { afterEach, expect, test } from 'vitest'
import { hasAllTaken, noteTaken } from './taken-events.ts'

afterEach(() => localStorage.clear())

test('a copy that lacks an event which was taken cannot go on with the queue', () => {
  expect(hasAllTaken({ queueId: 'a', lastEventId: 3 })).toBe(true)
  noteTaken({ queueId: 'a', lastEventId: 5 })
  expect(hasAllTaken({ queueId: 'a', lastEventId: 4 })).toBe(false)
  expect(hasAllTaken({ queueId: 'a', lastEventId: 5 })).toBe(true)
  expect(hasAllTaken({ queueId: 'b', lastEventId: 1 })).toBe(true)
})
