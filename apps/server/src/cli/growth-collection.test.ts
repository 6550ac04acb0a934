import { expect, test } from 'vitest'
import { GrowthCollection } from './growth-collection.ts'

const mib = 2 ** 20

test('a command that has grown by 64 MiB collects, and growth counts from what is left', () => {
  const state = { memory: 100 * mib, collected: 0 }
  const collection = new GrowthCollection({
    memory: () => state.memory,
    collect: () => {
      state.collected++
      state.memory = 120 * mib
    },
  })
  state.memory = 164 * mib
  collection.look()
  expect(state.collected).toBe(0)
  state.memory = 165 * mib
  collection.look()
  expect([state.collected, state.memory]).toEqual([1, 120 * mib])
  state.memory = 184 * mib
  collection.look()
  expect(state.collected).toBe(1)
  state.memory = 185 * mib
  collection.look()
  expect(state.collected).toBe(2)
})
