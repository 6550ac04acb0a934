import { expect, test } from 'vitest'
import { nextQuietChange, quietEnd, type QuietHours } from './quiet.ts'

/** A time of the 26th, by the clock of the device. */
const at = (hour: number, minute = 0, day = 26) => new Date(2026, 10, day, hour, minute).getTime()
const night: QuietHours = { from: 22 * 60, to: 7 * 60 }
const noon: QuietHours = { from: 12 * 60 + 30, to: 13 * 60 }

test.each<[string, QuietHours | undefined, number, number | undefined]>([
  ['without hours', undefined, at(23), undefined],
  ['before the night', night, at(21, 59), undefined],
  ['in the evening', night, at(22), at(7, 0, 27)],
  ['after midnight', night, at(3), at(7)],
  ['in the morning', night, at(7), undefined],
  ['at lunch', noon, at(12, 45), at(13)],
  ['after lunch', noon, at(13), undefined],
  ['with hours that end as they begin', { from: 60, to: 60 }, at(1), undefined],
])('%s', (_name, quietHours, now, end) => {
  expect(quietEnd({ quietUntil: 0, quietHours }, now)).toBe(end)
})

test('the later end counts', () => {
  expect(quietEnd({ quietUntil: at(9), quietHours: night }, at(3))).toBe(at(9))
  expect(quietEnd({ quietUntil: at(4), quietHours: night }, at(3))).toBe(at(7))
  expect(quietEnd({ quietUntil: at(2), quietHours: undefined }, at(3))).toBeUndefined()
})

test('the next change is the end of *Do not disturb*, or the beginning or end of the quiet hours', () => {
  expect(nextQuietChange({ quietUntil: 0, quietHours: undefined }, at(3))).toBeUndefined()
  expect(nextQuietChange({ quietUntil: at(2), quietHours: undefined }, at(3))).toBeUndefined()
  expect(nextQuietChange({ quietUntil: at(4), quietHours: night }, at(3))).toBe(at(4))
  expect(nextQuietChange({ quietUntil: at(9), quietHours: night }, at(3))).toBe(at(7))
  expect(nextQuietChange({ quietUntil: 0, quietHours: night }, at(8))).toBe(at(22))
  expect(nextQuietChange({ quietUntil: 0, quietHours: night }, at(23))).toBe(at(7, 0, 27))
})
