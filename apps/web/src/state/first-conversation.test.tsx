import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { narrowKey } from '@tagma/sync/messages/narrow.ts'
import { expect, test } from 'vitest'
import { viewAt } from './addresses.ts'
import { firstConversation } from './first-conversation.ts'
import type { Known } from './known.ts'
import { narrowOf } from './message-window.ts'
import { Store } from './store.ts'

const conversation = viewAt(undefined, '#narrow/channel/3-general/topic/plans')

/** A page that opens an address, and whether its first conversation has been seen. */
function opened(main: Known['main'], connection: Known['connection'] = { state: 'registering' }) {
  const known = { main, connection, messages: emptyMessages, state: undefined } as Partial<Known> as Known
  const store = new Store(known)
  const seen = { yet: false }
  void firstConversation(store).then(() => (seen.yet = true))
  return { store, seen }
}

const state = { user_id: 7 } as Known['state']
/** Longer than the page rests after a frame. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 400))

test('the first conversation is there with its messages, not with the state alone', async () => {
  const { store, seen } = opened(conversation)
  store.set({ state, connection: { state: 'live' } })
  await pause()
  expect(seen.yet).toBe(false)
  if (conversation.kind !== 'conversation') throw new Error(conversation.kind)
  const window = { ids: [1] } as never
  store.set({
    messages: { ...emptyMessages, windows: new Map([[narrowKey(narrowOf(conversation, 7)), window]]) },
  })
  await expect.poll(() => seen.yet).toBe(true)
})

test('a list needs the state only', async () => {
  const { store, seen } = opened({ kind: 'recent' })
  await pause()
  expect(seen.yet).toBe(false)
  store.set({ state })
  await expect.poll(() => seen.yet).toBe(true)
})

test('whoever has nobody to ask does not wait', async () => {
  const { store, seen } = opened(conversation)
  store.set({ connection: { state: 'waiting', reason: 'unreachable', until: 0, error: undefined } })
  await expect.poll(() => seen.yet).toBe(true)
})
