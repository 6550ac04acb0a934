import { expect, test } from 'vitest'
import { dayStart } from './day-start.ts'

test.each([
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22', 'Europe/Berlin', '2026-11-21T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  // The days on which clocks are set, and those after them.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-11-22', 'Pacific/Auckland', '2026-11-21T11:00:00.000Z'],
  ['2026-11-22', 'America/Los_Angeles', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z'],
])('%s begins in %s at %s', (day, zone, moment) => {
  expect(dayStart(day, zone).toISOString()).toBe(moment)
})
