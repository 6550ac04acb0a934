import { ById } from '@tagma/sync/messages/by-id.ts'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { newDevice } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { EmptyList } from './empty-list.tsx'

afterEach(() => render(null, document.body))

/** Shows the empty inbox of a person who knows some topics. */
async function given(titles: readonly string[], more: object = {}) {
  const topics = new Map(titles.map((name, at) => [name, { name, lastId: 10 + at, writers: [] }]))
  const store = new Store({
    state: {
      user_id: 8,
      queue_id: 'q',
      subscriptions: [{ stream_id: 1, name: 'general' }],
      never_subscribed: [{ stream_id: 2 }],
      ...more,
    },
    topics: new Map([[1, { isWhole: true, topics }]]),
    messages: { byId: ById.empty },
    main: { kind: 'home' },
    outbox: [],
    drafts: new Map(),
    recordings: new Map(),
    device: newDevice,
  } as unknown as Known)
  const app = { store, clock: { now: () => 0 } } as unknown as App
  await act(() =>
    render(
      <AppContext value={app}>
        <EmptyList place={{ kind: 'inbox' }} filter="all" />
      </AppContext>,
      document.body,
    ),
  )
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  return {
    text: document.querySelector('p')?.textContent,
    leadsToChannels: links.includes('#channels/available'),
    conversations: links.filter((address) => address.startsWith('#narrow/')).length,
  }
}

test('an empty inbox that leads to few conversations offers the channels, too', async () => {
  const text = 'Nothing waits for you. Conversations are in channels.'
  expect(await given([])).toEqual({ text, leadsToChannels: true, conversations: 0 })
  expect(await given(['hello'])).toEqual({ text, leadsToChannels: true, conversations: 1 })
})

test('where everything is read, the inbox offers the five newest conversations', async () => {
  expect(await given(['one', 'two', 'three', 'four', 'five', 'six'])).toEqual({
    text: 'All read. What is new appears here.',
    leadsToChannels: false,
    conversations: 5,
  })
})

test('channels are not offered where none can be joined, or without an account', async () => {
  expect((await given([], { never_subscribed: [] })).leadsToChannels).toBe(false)
  expect((await given([], { never_subscribed: [{ stream_id: 2, is_archived: true }] })).leadsToChannels).toBe(
    false,
  )
  expect((await given([], { queue_id: null })).leadsToChannels).toBe(false)
})
