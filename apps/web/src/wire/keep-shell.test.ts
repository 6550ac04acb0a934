import { expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { keepShell } from './keep-shell.ts'

const minute = 60_000

function given({ isKnown = true } = {}) {
  let now = 0
  let typed = false
  let changed = () => {}
  let noticed = () => {}
  let turn = () => {}
  const done: string[] = []
  const store = new Store({
    state: { user_id: 8 },
    connection: { state: 'registering' },
    outbox: [],
    drafts: new Map(),
    uploads: new Map(),
    recordings: new Map(),
  } as unknown as Known)
  keepShell(store, {
    clock: { now: () => now },
    attention: { isSeen: () => true, watch: (work) => (noticed = work) },
    repeat: (work) => (turn = work),
    versions: {
      isKnown,
      update: async () => void done.push('update'),
      watch: (work) => (changed = work),
    },
    hasTypedText: () => typed,
    reload: () => done.push('reload'),
  })
  store.set({ connection: { state: 'live' } })
  return {
    done,
    store,
    newVersion: () => changed(),
    notice: () => noticed(),
    type: (is: boolean) => (typed = is),
    wait(milliseconds: number) {
      now += milliseconds
      turn()
    },
  }
}

test('every new connection looks for a new version', () => {
  const { done, store } = given()
  store.set({ connection: { state: 'waiting', reason: 'unreachable', until: 0, error: undefined } })
  store.set({ connection: { state: 'live' } })
  expect(done).toEqual(['update', 'update'])
})

test('a new version takes effect after five minutes in which nobody was there', () => {
  const { done, newVersion, notice, wait } = given()
  newVersion()
  wait(4 * minute)
  notice()
  wait(4 * minute)
  expect(done).toEqual(['update'])
  wait(minute)
  expect(done).toEqual(['update', 'reload'])
})

test('text that was not sent keeps the page as it is', () => {
  const { done, store, newVersion, type, wait } = given()
  newVersion()
  type(true)
  wait(6 * minute)
  type(false)
  store.set({ outbox: [{ state: { kind: 'failed', reason: 'No.' } }] as never })
  wait(6 * minute)
  expect(done).toEqual(['update'])
  store.set({ outbox: [] })
  wait(0)
  expect(done).toEqual(['update', 'reload'])
})

test('without a connection the page stays: a new one might not start', () => {
  const { done, store, newVersion, wait } = given()
  newVersion()
  store.set({ connection: { state: 'waiting', reason: 'unreachable', until: 0, error: undefined } })
  wait(6 * minute)
  expect(done).toEqual(['update'])
})

test('the first worker of a device brings nothing new', () => {
  const { done, newVersion, wait } = given({ isKnown: false })
  newVersion()
  wait(6 * minute)
  expect(done).toEqual(['update'])
  newVersion()
  wait(0)
  expect(done).toEqual(['update', 'reload'])
})
