import { expect, test } from 'vitest'
import { Store } from '#state/store.ts'
import type { App } from '#state/use-app.ts'
import { askPresence } from './ask-presence.ts'

const now = Date.parse('2026-11-27T12:00:00Z')

function given({ isLive = true, ...parts }: { isLive?: boolean } & object = {}) {
  const asked: unknown[] = []
  const store = new Store({
    state: { user_id: 8, presences: { 10: { active_timestamp: 5, idle_timestamp: 5 } }, ...parts },
    connection: { state: isLive ? 'live' : 'waiting' },
    messages: { recent: [] },
  } as never)
  const client = {
    async call(_: unknown, args: unknown) {
      asked.push(args)
      return { presence: { active_timestamp: 1_700_000_000, idle_timestamp: 1_700_000_060, website: {} } }
    },
  }
  return { app: { store, client, clock: { now: () => now } } as unknown as App, asked }
}

const person = (user_id: number, parts: object = {}) =>
  ({ user_id, is_active: true, is_bot: false, date_joined: '2026-01-01T00:00:00Z', ...parts }) as never

test('if the registration does not tell when somebody was here, the server is asked once', async () => {
  const { app, asked } = given()
  await askPresence(app, person(11))
  await askPresence(app, person(11))
  expect(asked).toEqual([{ user_id_or_email: 11 }])
  expect(app.store.get().state?.presences?.[11]).toEqual({
    active_timestamp: 1_700_000_000,
    idle_timestamp: 1_700_000_060,
  })
})

test.each([
  ['somebody who is known', 10, {}, {}],
  ['somebody new', 12, { date_joined: '2026-11-20T00:00:00Z' }, {}],
  ['a bot', 13, { is_bot: true }, {}],
  ['somebody deactivated', 14, { is_active: false }, {}],
  ['anybody without a connection', 15, {}, { isLive: false }],
  ['anybody where presence is off', 16, {}, { realm_presence_disabled: true }],
])('nothing is asked about %s', async (_, id, parts, state) => {
  const { app, asked } = given(state)
  await askPresence(app, person(id, parts))
  expect(asked).toEqual([])
})
