import { expect, test } from 'vitest'
import { laterTimes, localValue } from './later-times.ts'

const offered = (now: Date) => laterTimes(now).map(({ name, date }) => `${name} ${localValue(date)}`)

test('the next hour, this evening, tomorrow morning and Monday morning are offered', () => {
  // A Wednesday.
  expect(offered(new Date(2026, 10, 25, 10, 30))).toEqual([
    'hour 2026-11-25T11:30',
    'evening 2026-11-25T18:00',
    'tomorrow 2026-11-26T09:00',
    'monday 2026-11-30T09:00',
  ])
})

test('late in the day there is no evening left, and on a Sunday Monday is tomorrow', () => {
  expect(offered(new Date(2026, 10, 22, 17))).toEqual(['hour 2026-11-22T18:00', 'tomorrow 2026-11-23T09:00'])
})

test('on a Monday, the next Monday is offered, over the end of a month', () => {
  expect(offered(new Date(2026, 10, 30, 20)).at(-1)).toBe('monday 2026-12-07T09:00')
})
