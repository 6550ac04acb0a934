import { expect, test } from 'vitest'
import { listTime } from './list-time.ts'

const now = Date.UTC(2026, 10, 22, 20, 0)
const shown = (at: number, parts: object = {}) =>
  listTime(at, now, { locale: 'en-GB', timeZone: 'UTC', isTwentyFourHour: true, ...parts })

test('today has a time, this week a day, what is older a date', () => {
  expect(shown(Date.UTC(2026, 10, 22, 14, 2))).toBe('14:02')
  expect(shown(Date.UTC(2026, 10, 21, 23, 59))).toBe('Sat')
  expect(shown(Date.UTC(2026, 10, 12))).toBe('12 Nov')
  expect(shown(Date.UTC(2025, 10, 12))).toBe('12 Nov 2025')
})

test('the clock of twelve hours, and the day in the zone of the reader', () => {
  expect(shown(Date.UTC(2026, 10, 22, 14, 2), { locale: 'en-US', isTwentyFourHour: false })).toBe('2:02 PM')
  expect(shown(Date.UTC(2026, 10, 21, 23, 59), { timeZone: 'Europe/Berlin' })).toBe('00:59')
})
