import { expect, test } from 'vitest'
import { fieldTime, momentOf } from './zoned-time.ts'

test.each([
  ['2026-11-22T14:02', 'UTC', '2026-11-22T14:02:00.000Z'],
  ['2026-11-22T14:02', 'Europe/Berlin', '2026-11-22T13:02:00.000Z'],
  ['2026-07-01T09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
  ['2026-11-22T23:45', 'Asia/Kathmandu', '2026-11-22T18:00:00.000Z'],
  ['2026-11-22T09:00', 'Pacific/Auckland', '2026-11-21T20:00:00.000Z'],
  // On days on which clocks are set.
  ['2026-03-29T09:00', 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
  ['2026-11-01T09:00', 'America/New_York', '2026-11-01T14:00:00.000Z'],
])('%s in %s is %s, and back', (field, zone, moment) => {
  expect(new Date(momentOf(field, zone)).toISOString()).toBe(moment)
  expect(fieldTime(Date.parse(moment), zone)).toBe(field)
})

test('a time that clocks skip means the time an hour later', () => {
  expect(new Date(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toISOString()).toBe(
    '2026-03-29T01:30:00.000Z',
  )
})

test('an unknown zone stands for the zone of the device, and an empty field has no moment', () => {
  expect(momentOf('2026-11-22T14:02', 'Moon/Tycho')).toBe(momentOf('2026-11-22T14:02', ''))
  expect(momentOf('', 'Europe/Berlin')).toBeNaN()
})
