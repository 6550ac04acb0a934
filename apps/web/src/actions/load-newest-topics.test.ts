import { expect, test } from 'vitest'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import type { App } from '#state/use-app.ts'
import { loadNewestTopics } from './load-newest-topics.ts'

test('topics are fetched once, and again when a channel was joined', async () => {
  const subscriptions = [{ stream_id: 1 }]
  const store = new Store({
    state: { queue_id: 'q', subscriptions },
    topics: new Map(),
    connection: { state: 'live' },
  } as unknown as Known)
  let calls = 0
  const topics = [
    { stream_id: 1, name: 'hello', max_id: 10 },
    { stream_id: 3, name: 'order', max_id: 20 },
  ]
  const call = () => {
    calls++
    return Promise.resolve({ topics, found_oldest: true })
  }
  const app = { store, client: { call } } as unknown as App
  const names = (id: number) =>
    [...(store.get().topics.get(id)?.topics.values() ?? [])].map(({ name }) => name)
  await loadNewestTopics(app)
  await loadNewestTopics(app)
  expect([calls, names(1), names(3)]).toEqual([1, ['hello'], []])
  store.set({
    state: { ...store.get().state!, subscriptions: [...subscriptions, { stream_id: 3 }] as never },
  })
  await loadNewestTopics(app)
  await loadNewestTopics(app)
  expect([calls, names(1), names(3)]).toEqual([2, ['hello'], ['order']])
})
