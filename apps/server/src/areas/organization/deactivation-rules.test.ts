import { expect, test } from 'vitest'
import { deletionDelayProblem } from './deactivation-rules.ts'

const now = 1_800_000_000
const day = 24 * 3600

const problem = (delay: number | null, min: number | null, max: number | null) =>
  deletionDelayProblem(delay, {
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
  expect(problem(delay, min, max)).toBeUndefined()
})

test.each([
  [13, 14, null, 'Data deletion time must be at least 14 days in the future.'],
  [0, 14, null, 'Data deletion time must be at least 14 days in the future.'],
  [0, 0, null, 'Data deletion time must be at least 1 days in the future.'],
  [31, 14, 30, 'Data deletion time must be at most 30 days in the future.'],
  [null, null, 30, 'Data deletion time must be at most 30 days in the future.'],
])('%s days are not within %s to %s', (delay, min, max, message) => {
  expect(problem(delay, min, max)).toBe(message)
})

const problemOfDemo = (delay: number | null, hasEmail = true) =>
  deletionDelayProblem(delay, {
    organization: { demoDeletionAt: now + 10.5 * day },
    limits: { min: 14, max: 30 },
    hasEmail,
    now,
  })

test('a demo organization is deleted at once, or within its remaining days', () => {
  expect(problemOfDemo(0)).toBeUndefined()
  expect(problemOfDemo(10)).toBeUndefined()
  expect(problemOfDemo(11)).toContain('is deleted in 10 days')
  expect(problemOfDemo(null)).toContain('A demo organization needs deletion_delay_days.')
  expect(problemOfDemo(0, false)).toBeUndefined()
  expect(problemOfDemo(5, false)).toContain('Without an email address')
})
