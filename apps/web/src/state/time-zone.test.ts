import { expect, test } from 'vitest'
import { isSameTime } from './time-zone.ts'

const november = Date.parse('2026-11-25T12:00:00Z')
const july = Date.parse('2026-07-25T12:00:00Z')

test('zones are the same while their clocks show the same time', () => {
  expect(isSameTime('Europe/Berlin', 'Europe/Oslo', november)).toBe(true)
  expect(isSameTime('Europe/Berlin', 'Asia/Tokyo', november)).toBe(false)
  expect(isSameTime('Europe/London', 'UTC', november)).toBe(true)
  expect(isSameTime('Europe/London', 'UTC', july)).toBe(false)
  // Same clock, another day.
  expect(isSameTime('Pacific/Honolulu', 'Pacific/Kiritimati', november)).toBe(false)
})

test('a zone that is not said, or that nobody knows, is no reason to ask', () => {
  expect(isSameTime('', 'Asia/Tokyo', november)).toBe(true)
  expect(isSameTime('Europe/Berlin', '', november)).toBe(true)
  expect(isSameTime('Europe/Berlin', 'Moon/Crater', november)).toBe(true)
})
