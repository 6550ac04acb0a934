import type { Client } from '@tagma/client/client.ts'
import { expect, test } from 'vitest'
import { keysFirst } from './wait-for-key.ts'

const client = { call: async () => ({ events: [{ id: 1, type: 'heartbeat' }] }) } as unknown as Client

test('events that come between a key and its frame wait for the frame', async () => {
  const transport = keysFirst()
  const order: string[] = []
  const ask = async (name: string) => {
    const events = await transport.ask(client, { queue_id: 'a' }, new AbortController().signal)
    order.push(`${name}: ${events.length}`)
  }
  await ask('without a key')
  requestAnimationFrame(() => order.push('frame'))
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  await ask('after a key')
  await ask('after its frame')
  expect(order).toEqual(['without a key: 1', 'frame', 'after a key: 1', 'after its frame: 1'])
})
