import { expect, test } from 'vitest'
import { IdleCollection, thisProcess } from './idle-collection.ts'

const mib = 2 ** 20

/** A process that the test drives: `second` lets one pass in which it was busy for a part. */
function scene(after = 90 * mib) {
  const state = { memory: 80 * mib, busy: 0, collected: 0 }
  const collection = new IdleCollection({
    busy: () => state.busy,
    memory: () => state.memory,
    collect: () => {
      state.collected++
      state.memory = after
    },
  })
  const seconds = (count: number, busy: number) => {
    state.busy = busy
    for (let second = 0; second < count; second++) collection.tick()
  }
  return { state, seconds }
}

/** The same after the garbage of the start was collected. */
function startedScene() {
  const { state, seconds } = scene()
  seconds(2, 0)
  Object.assign(state, { memory: 80 * mib, collected: 0 })
  seconds(1, 0)
  return { state, seconds }
}

test('garbage of the start is collected once, when the process has been idle for two seconds', () => {
  const { state, seconds } = scene()
  seconds(5, 0.6)
  seconds(1, 0.01)
  expect(state.collected).toBe(0)
  seconds(1, 0.01)
  expect(state.collected).toBe(1)
  seconds(100, 0.01)
  expect(state.collected).toBe(1)
})

test('garbage of a burst is collected once, when the process has been idle for ten seconds', () => {
  const { state, seconds } = startedScene()
  state.memory = 400 * mib
  seconds(60, 1)
  seconds(9, 0.01)
  expect(state.collected).toBe(0)
  seconds(20, 1)
  seconds(9, 0.01)
  expect(state.collected).toBe(0)
  seconds(1, 0.01)
  expect(state.collected).toBe(1)
  seconds(100, 0.01)
  expect(state.collected).toBe(1)
})

test('little garbage is not worth a pause, and growth counts from the last collection', () => {
  const { state, seconds } = startedScene()
  state.memory = 110 * mib
  seconds(100, 0)
  expect(state.collected).toBe(0)
  state.memory = 300 * mib
  seconds(10, 0)
  expect(state.collected).toBe(1)
  state.memory = 121 * mib
  seconds(100, 0)
  expect(state.collected).toBe(1)
  state.memory = 122 * mib
  seconds(10, 0)
  expect(state.collected).toBe(2)
})

test('a process that is never idle collects when it has grown much and has been calm for half a minute', () => {
  const { state, seconds } = startedScene()
  state.memory = 121 * mib
  seconds(100, 0.2)
  expect(state.collected).toBe(0)
  state.memory = 122 * mib
  seconds(100, 0.6)
  expect(state.collected).toBe(0)
  // Of the last thirty seconds, these bring the middle below the limit.
  seconds(7, 0.2)
  expect(state.collected).toBe(0)
  seconds(1, 0.2)
  expect(state.collected).toBe(1)
  state.memory = 300 * mib
  seconds(15, 0.2)
  seconds(1, 1)
  seconds(13, 0.2)
  expect(state.collected).toBe(1)
  seconds(1, 0.2)
  expect(state.collected).toBe(2)
})

test('a process at work that uses much memory collects only when it has grown by an eighth', () => {
  const { state, seconds } = scene(300 * mib)
  seconds(30, 0.2)
  state.memory = 337 * mib
  seconds(60, 0.2)
  expect(state.collected).toBe(1)
  state.memory = 338 * mib
  seconds(60, 0.2)
  expect(state.collected).toBe(2)
})

test('a process that is calm but never idle collects the garbage of its start', () => {
  const { state, seconds } = scene()
  seconds(29, 0.2)
  expect(state.collected).toBe(0)
  seconds(1, 0.2)
  expect(state.collected).toBe(1)
})

test('the process itself collects what nobody holds', () => {
  const own = thisProcess()
  const big = new WeakRef({ text: 'x'.repeat(1000) })
  // A WeakRef keeps its object until the end of the turn.
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    own.collect()
    expect(big.deref()).toBeUndefined()
    expect(own.memory()).toBeGreaterThan(10 * mib)
    expect(own.busy()).toBeLessThanOrEqual(1)
  })
})

test('a process that waits is not busy', () => {
  const own = thisProcess()
  own.busy()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect(own.busy()).toBeLessThan(0.5)
})
