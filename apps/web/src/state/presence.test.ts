import { expect, test } from 'vitest'
import { presenceOf } from './presence.ts'

const state = {
  server_presence_offline_threshold_seconds: 140,
  presences: {
    8: { active_timestamp: 1000, idle_timestamp: 1100 },
    9: { active_timestamp: 500, idle_timestamp: 1100 },
    10: { active_timestamp: 500, idle_timestamp: 500 },
  },
} as never

test('somebody is here while a report of activity is fresh, and idle while only one of presence is', () => {
  expect([8, 9, 10, 11].map((id) => presenceOf(state, id, 1_140_000))).toEqual([
    'here',
    'idle',
    'away',
    'away',
  ])
  expect(presenceOf(state, 8, 1_141_000)).toBe('idle')
})
