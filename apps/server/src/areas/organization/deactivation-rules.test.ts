import { expect, test } from 'vitest'
import { checkDeletionDelay } from './deactivation-rules.ts'

const now = 1_800_000_000
const day = 24 * 3600

const check = (delay: number | null, min: number | null, max: number | null) => (): void =>
  checkDeletionDelay(delay, {
    organization: { demoDeletionAt: null },
    limits: { min, max },
    hasEmail: true,
    now,
  })

test.each([
  [null, null, null],
  [0, null, null],
  [0, null, 30],
  [14, 14, null],
  [null, 14, null],
  [30, 14, 30],
  [1, 0, null],
])('%s days are within %s to %s', (delay, min, max) => {
  expect(check(delay, min, max)).not.toThrow()
})

test.each([
  [13, 14, null, 'Data deletion time must be at least 14 days in the future.'],
  [0, 14, null, 'Data deletion time must be at least 14 days in the future.'],
  [0, 0, null, 'Data deletion time must be at least 1 days in the future.'],
  [31, 14, 30, 'Data deletion time must be at most 30 days in the future.'],
  [null, null, 30, 'Data deletion time must be at most 30 days in the future.'],
])('%s days are not within %s to %s', (delay, min, max, message) => {
  expect(check(delay, min, max)).toThrow(message)
})

const checkDemo =
  (delay: number | null, hasEmail = true) =>
  (): void =>
    checkDeletionDelay(delay, {
      organization: { demoDeletionAt: now + 10.5 * day },
      limits: { min: 14, max: 30 },
      hasEmail,
      now,
    })

test('a demo organization goes at once, or within the days that it has left', () => {
  expect(checkDemo(0)).not.toThrow()
  expect(checkDemo(10)).not.toThrow()
  expect(checkDemo(11)).toThrow('is deleted in 10 days')
  expect(checkDemo(null)).toThrow('A demo organization needs deletion_delay_days.')
  expect(checkDemo(0, false)).not.toThrow()
  expect(checkDemo(5, false)).toThrow('Without an email address')
})
