import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { EntryState, OutboxEntry } from '#outbox/outbox.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { SentStatus } from './sent-status.tsx'

afterEach(() => render(null, document.body))

const entry = (localId: string, state: EntryState): OutboxEntry => ({
  localId,
  queueId: 'queue',
  to: { kind: 'people', userIds: [2] },
  content: 'Hello',
  writtenAt: 0,
  state,
})

test('each message that the server took is said once, and none that it refused or that was taken back', async () => {
  const store = new Store({ outbox: [] } as unknown as Known)
  const app = { store } as unknown as App
  await act(() =>
    render(
      <AppContext.Provider value={app}>
        <SentStatus />
      </AppContext.Provider>,
      document.body,
    ),
  )
  const status = () => document.querySelector('[role=status]')!
  const becomes = (...outbox: readonly OutboxEntry[]) => act(() => store.set({ outbox }))
  await becomes(entry('a', { kind: 'queued', tries: 0, notBefore: 0 }))
  await becomes()
  expect(status().textContent).toBe('')
  await becomes(entry('a', { kind: 'sending', tries: 1 }))
  await becomes(entry('a', { kind: 'failed', reason: 'No' }))
  expect(status().textContent).toBe('')
  await becomes(entry('a', { kind: 'sending', tries: 1 }))
  await becomes(entry('a', { kind: 'sent', messageId: 7 }))
  expect(status().textContent).toBe('Sent')
  const first = status().firstChild
  await becomes()
  expect(status().firstChild).toBe(first)
  await becomes(entry('b', { kind: 'sending', tries: 1 }))
  // The message came before the answer.
  await becomes()
  expect(status().textContent).toBe('Sent')
  expect(status().firstChild).not.toBe(first)
})
