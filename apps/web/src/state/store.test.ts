import { expect, test } from 'vitest'
import { Store } from './store.ts'

test('a change is told once, and not when nothing is different', () => {
  const store = new Store({ a: 1, b: 2 })
  let told = 0
  const end = store.subscribe(() => told++)
  store.set({ a: 3 })
  store.set({ a: 3, b: 2 })
  expect(store.get()).toEqual({ a: 3, b: 2 })
  expect(told).toBe(1)
  end()
  store.set({ b: 5 })
  expect(told).toBe(1)
})

test('what is not named stays the same object', () => {
  const list = [1]
  const store = new Store({ list, other: 1 })
  store.set({ other: 2 })
  expect(store.get().list).toBe(list)
})
