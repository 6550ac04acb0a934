import { expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type Attention, reportPresence } from './report-presence.ts'

function given(device?: Attention['device']) {
  let now = 0
  let isSeen = true
  const calls: Record<string, unknown>[] = []
  const store = new Store({
    state: { presence_last_update_id: 7, presences: { 10: { active_timestamp: 1 } } },
    connection: { state: 'live' },
  } as unknown as Known)
  let noticed = () => {}
  let turn = () => {}
  const client = {
    call: (_entry: unknown, args: Record<string, unknown>) => {
      calls.push(args)
      return Promise.resolve({ presence_last_update_id: 9, presences: { 11: { active_timestamp: 5 } } })
    },
  }
  reportPresence(
    { store, client, clock: { now: () => now } } as never,
    {
      isSeen: () => isSeen,
      ...(device ? { device } : {}),
      watch: (work) => {
        noticed = work
      },
    },
    (work) => {
      turn = work
    },
  )
  return {
    calls,
    store,
    noticed: () => noticed(),
    wait(milliseconds: number) {
      now += milliseconds
      turn()
    },
    hide: () => {
      isSeen = false
    },
  }
}

test('a report is made at once and then once a minute, with the state of the last answer', async () => {
  const { calls, store, wait } = given()
  wait(0)
  await Promise.resolve()
  await Promise.resolve()
  expect(calls).toEqual([{ status: 'active', new_user_input: true, last_update_id: 7 }])
  expect(store.get().state?.presences).toEqual({ 10: { active_timestamp: 1 }, 11: { active_timestamp: 5 } })
  wait(59_000)
  expect(calls.length).toBe(1)
  wait(1000)
  expect(calls[1]).toEqual({ status: 'active', new_user_input: false, last_update_id: 9 })
})

test('somebody is idle after five minutes, and back with the first sign', async () => {
  const { calls, wait, noticed } = given()
  wait(301_000)
  expect(calls.at(-1)?.status).toBe('idle')
  wait(1000)
  noticed()
  expect(calls.at(-1)).toMatchObject({ status: 'active', new_user_input: true })
})

test('a page that is not seen reports nothing', () => {
  const { calls, hide, wait } = given()
  hide()
  wait(120_000)
  expect(calls).toEqual([])
})

test('in the desktop app, who uses the device is there though the window is hidden, and is back at once', async () => {
  const used = { at: 0, isIdle: true }
  const { calls, hide, wait } = given({ isIdle: () => used.isIdle, lastActive: () => used.at })
  hide()
  // The app says after a second that nobody is there. That is too soon for others to hear of.
  wait(0)
  expect(calls).toMatchObject([{ status: 'active', new_user_input: true }])
  await Promise.resolve()
  await Promise.resolve()
  wait(299_000)
  expect(calls.at(-1)).toMatchObject({ status: 'active', new_user_input: false })
  wait(10_000)
  const before = calls.length
  wait(60_000)
  expect(calls).toHaveLength(before)
  used.at = 369_000
  wait(1000)
  expect(calls.at(-1)).toMatchObject({ status: 'active', new_user_input: true })
})
