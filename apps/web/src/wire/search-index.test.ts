import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import { expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import type { App } from '#state/use-app.ts'
import type { FromSearch, ToSearch } from '#worker/search-messages.ts'
import { SearchIndex, type SearchWorker } from './search-index.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

function given({ isHolder = true, state = 'live' } = {}) {
  const sent: ToSearch[] = []
  let hear: (message: FromSearch) => void = () => undefined
  const worker: SearchWorker = {
    post: (message) => void sent.push(message),
    listen: (listener) => void (hear = listener),
    terminate: () => void ended++,
  }
  const store = new Store({
    state: { user_id: 8 },
    messages: emptyMessages,
    connection: { state },
  } as unknown as Known)
  const calls: Record<string, unknown>[] = []
  const timers: { readonly at: number; readonly work: () => void }[] = []
  let now = 0
  const choice = { most: 50_000 as 50_000 | 5000 | 0 }
  const app = {
    store,
    clock: { now: () => now },
    client: {
      call: (_entry: unknown, args: Record<string, unknown>) => {
        calls.push(args)
        return Promise.resolve({ messages: [], found_oldest: true })
      },
    },
  } as unknown as App
  let erased = 0
  let ended = 0
  const index = new SearchIndex(app, {
    start: () => worker,
    isHolder: () => isHolder,
    position: () => ({ queueId: 'q', lastEventId: now }),
    resumed: { queueId: 'q', lastEventId: 3 },
    most: () => choice.most,
    after: (milliseconds, work) => void timers.push({ at: now + milliseconds, work }),
    erase: () => void erased++,
  })
  return {
    index,
    sent,
    calls,
    store,
    choice,
    erased: () => erased,
    ended: () => ended,
    kinds: () => sent.map(({ kind }) => kind),
    hear: (message: FromSearch) => hear(message),
    async wait(milliseconds: number) {
      now += milliseconds
      for (const timer of timers.splice(0))
        if (timer.at <= now) timer.work()
        else timers.push(timer)
      await settled()
    },
  }
}

test('the worker is told from where the page goes on, of events as they come, and where some were missed', () => {
  const { sent, kinds, store } = given()
  expect(sent[0]).toEqual({
    kind: 'open',
    userId: 8,
    most: 50_000,
    position: { queueId: 'q', lastEventId: 0 },
  })
  const events = [{ type: 'message' }, { type: 'delete_message' }]
  store.set({ messages: { ...emptyMessages, position: 2, recent: events } })
  expect(sent.at(-1)).toMatchObject({ kind: 'events', events })
  store.set({ messages: { ...emptyMessages, position: 5, recent: [] } })
  expect(kinds().at(-1)).toBe('doubt')
})

test('pages are fetched one after another with pauses, sooner once somebody searches', async () => {
  const { index, calls, hear, kinds, wait } = given()
  await wait(29_000)
  expect(kinds()).not.toContain('ask')
  await wait(1000)
  hear({ kind: 'next', next: 'newest' })
  await settled()
  expect(calls[0]).toMatchObject({ anchor: 'newest', include_anchor: true, num_before: 1000, narrow: [] })
  expect(kinds().at(-1)).toBe('page')
  await wait(9000)
  const asked = () => kinds().filter((kind) => kind === 'ask').length
  expect(asked()).toBe(1)
  void index.search([], true)
  expect(asked()).toBe(2)
  hear({ kind: 'next', next: 31 })
  await settled()
  expect(calls[1]).toMatchObject({ anchor: 31, include_anchor: false })
})

test('answers go to the searches that asked for them', async () => {
  const { index, sent, hear } = given()
  const found = index.search([], false)
  const asked = sent.find((message) => message.kind === 'search')
  expect(asked).toMatchObject({ onlyCurrent: false })
  hear({ kind: 'found', id: 1, found: { messages: [], count: 7, since: 1 } })
  expect(await found).toEqual({ messages: [], count: 7, since: 1 })
})

test('without a network nothing is fetched', async () => {
  const { calls, kinds, wait } = given({ state: 'waiting' })
  await wait(60_000)
  expect(kinds()).not.toContain('ask')
  expect(calls).toEqual([])
})

test('a tab that does not speak for the browser has a worker for its searches only, and fetches nothing', async () => {
  const { index, calls, kinds, wait, ended } = given({ isHolder: false })
  await wait(60_000)
  expect(kinds()).toEqual([])
  void index.search([], true)
  expect(kinds()).toEqual(['open', 'sources', 'search'])
  await wait(60_000)
  expect(ended()).toBe(0)
  await wait(120_000)
  expect(ended()).toBe(1)
  expect(calls).toEqual([])
})

test('a worker that begins late is told of the events that the page remembers', () => {
  const { index, sent, store } = given({ isHolder: false })
  const recent = [
    { type: 'message', id: 41 },
    { type: 'delete_message', id: 44 },
  ]
  store.set({ messages: { ...emptyMessages, position: 7, recent } })
  void index.search([], true)
  expect(sent[0]).toMatchObject({ kind: 'open', position: { queueId: 'q', lastEventId: 0 } })
  expect(sent.find(({ kind }) => kind === 'events')).toMatchObject({ events: recent })
})

test('whoever wants no messages here has them erased', () => {
  const { index, store, choice, erased, ended } = given()
  choice.most = 0
  store.set({ view: { kind: 'inbox' } })
  expect(erased()).toBe(1)
  expect(ended()).toBe(1)
  expect(index.search([], true)).toBeUndefined()
})
