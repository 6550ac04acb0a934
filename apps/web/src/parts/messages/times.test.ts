import { expect, test } from 'vitest'
import { timesFor } from './times.ts'

const at = (text: string) => Date.parse(text) / 1000

test('times follow the zone and the clock of the reader', () => {
  const moment = at('2026-11-22T23:30:00Z')
  expect(timesFor('en', 'Europe/Berlin', true).time(moment)).toBe('00:30')
  expect(timesFor('en', 'America/New_York', false).time(moment)).toMatch(/^6:30\sPM$/)
  expect(timesFor('de', 'UTC', true).time(moment)).toBe('23:30')
})

test('a day begins at midnight of the reader', () => {
  const [before, after] = [at('2026-11-22T22:59:59Z'), at('2026-11-22T23:00:00Z')]
  const berlin = timesFor('en', 'Europe/Berlin', true)
  expect([berlin.dayKey(before), berlin.dayKey(after)]).toEqual([20261122, 20261123])
  const utc = timesFor('en', 'UTC', true)
  expect(utc.dayKey(before)).toBe(utc.dayKey(after))
})

test('a day of another year says its year', () => {
  const times = timesFor('de', 'UTC', true)
  const now = at('2026-11-22T12:00:00Z')
  expect(times.day(now, now)).toBe('Sonntag, 22. November')
  expect(times.day(at('2025-12-31T12:00:00Z'), now)).toBe('Mittwoch, 31. Dezember 2025')
})

test('a zone that the browser does not know is the device’s', () => {
  expect(timesFor('en', 'Atlantis/Capital', true).time(0)).toBe(timesFor('en', '', true).time(0))
})

test('a near moment has no date on its own day, and no year in its own year', () => {
  const now = at('2026-11-22T22:30:00Z')
  const { near } = timesFor('en-GB', 'Europe/Berlin', true)
  expect(near(at('2026-11-22T22:59:00Z'), now)).toBe('23:59')
  expect(near(at('2026-11-22T23:00:00Z'), now)).toBe('Mon 23 Nov, 00:00')
  expect(near(at('2026-12-31T23:00:00Z'), now)).toMatch(/1 Jan 2027, 00:00$/)
})
