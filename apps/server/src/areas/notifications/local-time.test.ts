import { afterEach, expect, test, vi } from 'vitest'
import { localTime } from './local-time.ts'

afterEach(() => vi.restoreAllMocks())

const noon = Date.UTC(2026, 6, 1, 12) / 1000

test('a time is that of the person’s clocks, and of UTC where the zone is none that the system knows', () => {
  expect(localTime({ timezone: 'Europe/Berlin' }, noon, 'en')).toContain('14:00')
  expect(localTime({ timezone: '' }, noon, 'en')).toContain('12:00 UTC')
  expect(localTime({ timezone: 'Nowhere/Else' }, noon, 'de')).toContain('12:00 UTC')
})

test('a format is made once for a language and a zone, because it takes much memory', () => {
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
