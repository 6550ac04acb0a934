import { ById } from '@tagma/sync/messages/by-id.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { newDevice } from './device.ts'
import { firstSteps, hasFirstSteps, isNewcomer, isTaken, stepKey } from './first-steps.ts'
import type { Known } from './known.ts'

const olive = { user_id: 8, is_active: true, is_bot: false, date_joined: '2026-05-01T12:00:00+00:00' }
const mia = { ...olive, user_id: 9 }
const bot = { ...olive, user_id: 10, is_bot: true }

const given = (people: readonly object[], more: Partial<State> = {}, done: readonly string[] = []) =>
  ({
    state: { user_id: 8, is_owner: true, realm_users: people, ...more },
    topics: new Map(),
    messages: { byId: ById.empty },
    device: { ...newDevice, done },
  }) as unknown as Known

test('an owner who is alone has first steps until all are taken', () => {
  expect(hasFirstSteps(given([olive]))).toBe(true)
  expect(hasFirstSteps(given([olive, bot]))).toBe(true)
  expect(hasFirstSteps(given([olive], {}, ['step message', 'step people']))).toBe(true)
  expect(hasFirstSteps(given([olive], {}, firstSteps.map(stepKey)))).toBe(false)
})

test('an organization with other people has none, and only its owner has any', () => {
  expect(hasFirstSteps(given([olive, mia]))).toBe(false)
  expect(hasFirstSteps(given([olive, { ...mia, is_active: false }]))).toBe(true)
  expect(hasFirstSteps(given([olive], { is_owner: false }))).toBe(false)
})

test('a step that was taken on another device shows by its result', () => {
  const written = (id: number, sender_id: number, stream_id?: number) =>
    ({
      ...given([olive]),
      messages: { byId: ById.from([[id, { sender_id, stream_id }]]) },
    }) as unknown as Known
  expect(isTaken(written(5, 8, 1), 'message')).toBe(true)
  expect(
    [written(5, 9, 1), written(5, 8), written(-1, 8, 1)].map((known) => isTaken(known, 'message')),
  ).toEqual([false, false, false])
  const withChannel = (creator_id: number | null) =>
    given([olive], { subscriptions: [{ stream_id: 1, creator_id }] } as unknown as Partial<State>)
  expect(isTaken(withChannel(8), 'channels')).toBe(true)
  expect(isTaken(withChannel(null), 'channels')).toBe(false)
  expect(isTaken(given([olive]), 'people')).toBe(false)
})

test('what is unread comes before first steps', () => {
  const unread_msgs = { streams: [{ stream_id: 1, topic: 'hello', unread_message_ids: [5] }], mentions: [] }
  expect(hasFirstSteps(given([olive], { unread_msgs } as unknown as Partial<State>))).toBe(false)
})

test('for two weeks somebody is a newcomer', () => {
  expect(isNewcomer(given([olive]), Date.parse('2026-05-15T11:59:59Z'))).toBe(true)
  expect(isNewcomer(given([olive]), Date.parse('2026-05-15T12:00:00Z'))).toBe(false)
  expect(isNewcomer(given([]), Date.parse('2026-05-01T12:00:00Z'))).toBe(false)
})
