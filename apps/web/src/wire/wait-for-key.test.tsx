import type { Client } from '@tagma/client/client.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { keysFirst } from './wait-for-key.ts'

const client = { call: async () => ({ events: [{ id: 1, type: 'heartbeat' }] }) } as unknown as Client
const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

afterEach(() => vi.useRealTimers())

/** Asks for events, and notes in an order when they are taken in. */
function asking() {
  vi.useFakeTimers()
  const transport = keysFirst()
  const order: string[] = []
  const ask = async (name: string) => {
    const events = await transport.ask(client, { queue_id: 'a' }, new AbortController().signal)
    order.push(`${name}: ${events.length}`)
  }
  return { order, ask, pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) }
}

test('events that come between a key and its frame wait for the frame', async () => {
  const { order, ask, pass } = asking()
  await ask('without a key')
  requestAnimationFrame(() => order.push('frame'))
  press()
  void ask('after a key')
  await pass(50)
  expect(order).toEqual(['without a key: 1', 'frame', 'after a key: 1'])
  await pass(1000)
})

test('events that come between two letters wait for the frame of the next one', async () => {
  const { order, ask, pass } = asking()
  press()
  await pass(90)
  void ask('between letters')
  await pass(30)
  expect(order).toEqual([])
  requestAnimationFrame(() => order.push('frame'))
  press()
  await pass(50)
  expect(order).toEqual(['frame', 'between letters: 1'])
  await pass(1000)
})

test('events wait no longer than a quarter of a second behind the last letter', async () => {
  const { order, ask, pass } = asking()
  press()
  await pass(100)
  void ask('behind the last letter')
  await pass(50)
  expect(order).toEqual([])
  await pass(200)
  expect(order).toEqual(['behind the last letter: 1'])
  await ask('long after')
  expect(order).toHaveLength(2)
})
