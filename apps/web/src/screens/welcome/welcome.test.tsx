import { ById } from '@tagma/sync/messages/by-id.ts'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newDevice } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { learn } from '#words/words.ts'
import { Welcome } from './welcome.tsx'

beforeAll(() => learn('welcome'))
afterEach(() => render(null, document.body))

/** Shows the third column to a member while no conversation is open. */
async function given(titles: readonly string[], state: object = { queue_id: 'q' }) {
  const topics = new Map(titles.map((name, at) => [name, { name, lastId: 10 + at, writers: [] }]))
  const store = new Store({
    state: { user_id: 8, subscriptions: [{ stream_id: 1 }], never_subscribed: [{ stream_id: 2 }], ...state },
    topics: new Map([[1, { isWhole: true, topics }]]),
    messages: { byId: ById.empty },
    device: newDevice,
  } as unknown as Known)
  await act(() =>
    render(
      <AppContext value={{ store } as unknown as App}>
        <Welcome />
      </AppContext>,
      document.body,
    ),
  )
  return {
    text: document.querySelector('p')?.textContent,
    link: document.querySelector('a')?.getAttribute('href'),
  }
}

const allRead = { text: 'All read.', link: undefined }

test('somebody who has little to open is led to the channels', async () => {
  expect(await given([])).toEqual({
    text: 'Join the channels that matter to you. New messages from there come to your inbox.',
    link: '#channels/available',
  })
  expect(await given(['one', 'two', 'three', 'four', 'five'])).toEqual(allRead)
})

test('without an account, nobody is led to channels to join, or told that all is read', async () => {
  expect(await given([], { queue_id: null })).toEqual({ text: 'Choose a conversation.', link: undefined })
})

test('what is unread comes first', async () => {
  const unread_msgs = { streams: [{ stream_id: 1, topic: 'hello', unread_message_ids: [10] }], mentions: [] }
  expect(await given([], { queue_id: 'q', unread_msgs })).toEqual({
    text: 'Choose a conversation.',
    link: undefined,
  })
})
