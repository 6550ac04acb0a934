import { expect, test } from 'vitest'
import { echoOf } from './echo.ts'
import type { OutboxEntry } from './outbox.ts'

const sources = { user_id: 10, full_name: 'Iris Okafor', subscriptions: [] }
const entry: OutboxEntry = {
  localId: 'a',
  queueId: 'q',
  echoId: -3,
  to: { kind: 'topic', channelId: 5, topic: 'colors' },
  content: 'Warm <b>\n& grey',
  writtenAt: 1_700_000_000_999,
  state: { kind: 'queued', tries: 0, notBefore: 0 },
}

test('an echo is a message of one’s own in its conversation, with an id below those of the server', () => {
  const echo = echoOf(entry, sources, '<p>Warm</p>')
  expect(echo).toMatchObject({
    id: -3,
    sender_id: 10,
    stream_id: 5,
    subject: 'colors',
    content: '<p>Warm</p>',
  })
  expect(echo.timestamp).toBe(1_700_000_000)
  expect(echo.flags).toEqual(['read'])
})

test('until the renderer is there, the text stands as it was written, and is no HTML', () => {
  expect(echoOf(entry, sources, undefined).content).toBe('<p>Warm &lt;b&gt;<br>\n&amp; grey</p>')
})

test('an echo to people names everybody', () => {
  const echo = echoOf({ ...entry, to: { kind: 'people', userIds: [8, 12] } }, sources, undefined)
  const people = echo.display_recipient as readonly { id: number }[]
  expect([echo.type, people.map(({ id }) => id)]).toEqual(['private', [10, 8, 12]])
})
