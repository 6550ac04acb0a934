import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { echoOf, followOutbox, showEcho } from './echo.ts'
import type { OutboxEntry } from './outbox.ts'

const state = { user_id: 10 } as State
const entry: OutboxEntry = {
  localId: 'a',
  queueId: 'q',
  to: { kind: 'topic', channelId: 5, topic: 'colors' },
  content: 'Warm <b>\n& grey',
  writtenAt: 1_700_000_000_999,
  state: { kind: 'queued', tries: 0, notBefore: 0 },
}
const echoesOf = (messages: typeof emptyMessages) =>
  [...messages.echoes.values()].map((id) => messages.byId.get(id)?.content)

test('an echo is a message of one’s own in its conversation', () => {
  expect(echoOf(entry, 10, '<p>Warm</p>')).toMatchObject({
    local_id: 'a',
    sender_id: 10,
    stream_id: 5,
    subject: 'colors',
    content: '<p>Warm</p>',
    timestamp: 1_700_000_000,
    flags: ['read'],
  })
  expect(echoOf({ ...entry, to: { kind: 'people', userIds: [8, 12] } }, 10, '').participants).toEqual([
    8, 10, 12,
  ])
})

test('until the renderer is there, the text stands as it was written, and is no HTML', () => {
  expect(echoOf(entry, 10, undefined).content).toBe('<p>Warm &lt;b&gt;<br>\n&amp; grey</p>')
})

test('the echo of a new entry appears, is set once more by the renderer, and goes with its entry', () => {
  const shown = followOutbox(emptyMessages, { before: [], after: [entry] }, state)
  expect(echoesOf(shown)).toEqual(['<p>Warm &lt;b&gt;<br>\n&amp; grey</p>'])
  const set = showEcho(shown, entry, state, '<p>Warm</p>')
  expect(echoesOf(set)).toEqual(['<p>Warm</p>'])
  const sending: OutboxEntry = { ...entry, state: { kind: 'sending', tries: 1 } }
  expect(followOutbox(set, { before: [entry], after: [sending] }, state)).toBe(set)
  expect(echoesOf(followOutbox(set, { before: [sending], after: [] }, state))).toEqual([])
})

test('an echo knows the id of its message as soon as the server has given it', () => {
  const shown = followOutbox(emptyMessages, { before: [], after: [entry] }, state)
  const sent: OutboxEntry = { ...entry, state: { kind: 'sent', messageId: 31 } }
  const settled = followOutbox(shown, { before: [entry], after: [sent] }, state)
  expect(settled.byId.get(-1)?.sent_id).toBe(31)
})
