import { expect, test } from 'vitest'
import { endOfStatus } from './status-end.ts'

// 15:20 of Wednesday, in the zone of the device.
const wednesday = new Date(2026, 10, 25, 15, 20).getTime()
const sunday = new Date(2026, 10, 29, 23, 59).getTime()

test('a status ends after a span, at midnight, at the end of Sunday, or never', () => {
  expect(endOfStatus('never', wednesday)).toBeUndefined()
  expect(endOfStatus('half an hour', wednesday)).toBe(wednesday + 1_800_000)
  expect(endOfStatus('four hours', wednesday)).toBe(wednesday + 14_400_000)
  expect(endOfStatus('today', wednesday)).toBe(new Date(2026, 10, 26).getTime())
  expect(endOfStatus('this week', wednesday)).toBe(new Date(2026, 10, 30).getTime())
  expect(endOfStatus('this week', sunday)).toBe(new Date(2026, 10, 30).getTime())
})
