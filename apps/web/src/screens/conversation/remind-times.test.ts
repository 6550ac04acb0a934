import { expect, test } from 'vitest'
import { localField, presets } from './remind-times.ts'

const named = (now: Date) => Object.fromEntries(presets(now).map(({ name, at }) => [name, localField(at)]))

test('times to choose are still to come', () => {
  // A Sunday.
  expect(named(new Date(2026, 10, 22, 14, 30))).toEqual({
    'in-an-hour': '2026-11-22T15:30',
    'this-evening': '2026-11-22T18:00',
    tomorrow: '2026-11-23T09:00',
    monday: '2026-11-23T09:00',
  })
  expect(named(new Date(2026, 10, 22, 19))).not.toHaveProperty('this-evening')
})

test('on a Monday, Monday is the next one', () => {
  expect(named(new Date(2026, 10, 23, 8)).monday).toBe('2026-11-30T09:00')
})
