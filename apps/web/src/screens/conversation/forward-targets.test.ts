import { expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { forwardTargets } from './forward-targets.ts'

const known = {
  state: {
    user_id: 8,
    realm_users: [{ user_id: 9, full_name: 'Jonas Weber', is_active: true }],
    subscriptions: [
      { stream_id: 5, name: 'web', is_archived: false },
      { stream_id: 6, name: 'website', is_archived: false },
    ],
  },
  messages: { byId: new Map() },
  topics: new Map(),
} as unknown as Known

const labels = (query: string) => forwardTargets(known, query).map(({ label }) => label)

test('a channel is found by its name, with and without its sign, before what only begins with it', () => {
  expect(labels('web')).toEqual(['#web', '#website', 'Jonas Weber'])
  expect(labels('#web')).toEqual(['#web', '#website'])
})
