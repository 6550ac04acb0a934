import { expect, test } from 'vitest'
import { fieldTime } from '#state/zoned-time.ts'
import { laterTimes } from './later-times.ts'

const offered = (now: string, zone: string) =>
  laterTimes(Date.parse(now), zone).map(({ name, at }) => `${name} ${fieldTime(at, zone)}`)

test('the next hour, this evening, tomorrow morning and Monday morning are offered', () => {
  // A Wednesday.
  expect(offered('2026-11-25T10:30Z', 'UTC')).toEqual([
    'hour 2026-11-25T11:30',
    'evening 2026-11-25T18:00',
    'tomorrow 2026-11-26T09:00',
    'monday 2026-11-30T09:00',
  ])
})

test('late in the day there is no evening left, and on a Sunday Monday is tomorrow', () => {
  expect(offered('2026-11-22T17:00Z', 'UTC')).toEqual(['hour 2026-11-22T18:00', 'tomorrow 2026-11-23T09:00'])
})

test('on a Monday, the next Monday is offered, over the end of a month', () => {
  expect(offered('2026-11-30T20:00Z', 'UTC').at(-1)).toBe('monday 2026-12-07T09:00')
})

test('days and hours are counted in the time zone', () => {
  // A Monday there, and a Sunday in UTC.
  expect(offered('2026-11-22T19:30Z', 'Pacific/Auckland')).toEqual([
    'hour 2026-11-23T09:30',
    'evening 2026-11-23T18:00',
    'tomorrow 2026-11-24T09:00',
    'monday 2026-11-30T09:00',
  ])
  expect(laterTimes(Date.parse('2026-03-28T20:00Z'), 'Europe/Berlin')[1]).toEqual({
    name: 'tomorrow',
    at: Date.parse('2026-03-29T07:00Z'),
  })
})
