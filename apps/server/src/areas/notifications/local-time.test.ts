import { afterEach, expect, test, vi } from 'vitest'
import { localTime } from './local-time.ts'

afterEach(() => vi.restoreAllMocks())

const noon = Date.UTC(2026, 6, 1, 12) / 1000

test('a time is in the zone of the person, or in UTC if the system does not know that zone', () => {
  expect(localTime({ timezone: 'Europe/Berlin' }, noon, 'en')).toContain('14:00')
  expect(localTime({ timezone: '' }, noon, 'en')).toContain('12:00 UTC')
  expect(localTime({ timezone: 'Nowhere/Else' }, noon, 'de')).toContain('12:00 UTC')
})

test('a format is made once for each language and zone, and the newest forty are kept', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (let mail = 0; mail < 5; mail++) {
    localTime({ timezone: 'Asia/Tokyo' }, noon + mail, 'en')
    localTime({ timezone: 'Asia/Seoul' }, noon + mail, 'en')
  }
  expect(made).toHaveBeenCalledTimes(2)
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 60)
  for (const timezone of zones) localTime({ timezone }, noon, 'en')
  const before = made.mock.calls.length
  localTime({ timezone: 'Asia/Tokyo' }, noon, 'en')
  expect(made.mock.calls.length - before).toBe(1)
})
