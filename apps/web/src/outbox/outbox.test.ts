import { expect, test } from 'vitest'
import type { Destination } from './destination.ts'
import * as outboxes from './outbox.ts'

const colors: Destination = { kind: 'topic', channelId: 5, topic: 'colors' }
const logo: Destination = { kind: 'topic', channelId: 5, topic: 'logo' }

const given = (...names: (readonly [string, Destination])[]): outboxes.Outbox =>
  names.reduce<outboxes.Outbox>(
    (outbox, [localId, to], index) =>
      outboxes.enqueue(outbox, { localId, queueId: 'q', to, content: localId, writtenAt: 1000 + index }),
    [],
  )
const names = (entries: readonly outboxes.OutboxEntry[]) => entries.map(({ localId }) => localId)
const stateOf = (outbox: outboxes.Outbox, localId: string) =>
  outbox.find((entry) => entry.localId === localId)?.state

test('a conversation sends one message at a time, and other conversations do not wait for it', () => {
  let outbox = given(['a', colors], ['b', colors], ['c', logo])
  expect(names(outboxes.dueEntries(outbox, 2000))).toEqual(['a', 'c'])
  outbox = outboxes.begin(outbox, 'a')
  expect(names(outboxes.dueEntries(outbox, 2000))).toEqual(['c'])
  outbox = outboxes.accept(outbox, 'a', 31)
  expect(names(outboxes.dueEntries(outbox, 2000))).toEqual(['b', 'c'])
})

test('topics that differ in case are one conversation', () => {
  const outbox = given(['a', colors], ['b', { ...colors, topic: 'Colors' }])
  expect(names(outboxes.dueEntries(outbox, 2000))).toEqual(['a'])
})

test('without an answer the next tries come after 1, 2, 4 seconds, and at last every minute', () => {
  let outbox = given(['a', colors])
  const waits: number[] = []
  for (let time = 1; time <= 8; time++) {
    outbox = outboxes.postpone(outboxes.begin(outbox, 'a'), 'a', 0)
    waits.push(outboxes.nextDue(outbox) ?? -1)
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

test('the server can ask for a longer wait', () => {
  const outbox = outboxes.postpone(outboxes.begin(given(['a', colors]), 'a'), 'a', 100, 7000)
  expect(outboxes.nextDue(outbox)).toBe(7100)
})

test('when the network returns, what waits is due', () => {
  const waiting = outboxes.postpone(outboxes.begin(given(['a', colors]), 'a'), 'a', 0, 60_000)
  expect(outboxes.dueEntries(waiting, 5)).toEqual([])
  expect(names(outboxes.dueEntries(outboxes.hurry(waiting, 5), 5))).toEqual(['a'])
})

test('a refused message holds up the later ones of its conversation until it is taken back', () => {
  let outbox = outboxes.refuse(outboxes.begin(given(['a', colors], ['b', colors]), 'a'), 'a', 'No.')
  expect(stateOf(outbox, 'a')).toEqual({ kind: 'failed', reason: 'No.' })
  expect(outboxes.dueEntries(outbox, 9000)).toEqual([])
  expect(outboxes.nextDue(outbox)).toBeUndefined()
  outbox = outboxes.remove(outbox, 'a')
  expect(names(outboxes.dueEntries(outbox, 9000))).toEqual(['b'])
})

test('trying again uses a new name, so that the server takes it for a new message, and keeps the place', () => {
  const failed = outboxes.refuse(given(['a', colors], ['b', colors]), 'a', 'No.')
  const outbox = outboxes.retry(failed, 'a', { localId: 'a2', queueId: 'q2', writtenAt: 5000 })
  expect(names(outbox)).toEqual(['a2', 'b'])
  expect(names(outboxes.dueEntries(outbox, 5000))).toEqual(['a2'])
})

test('a message that is older than the memory of the server is not sent without asking', () => {
  const outbox = given(['a', colors])
  const hour = 3_600_000
  expect(outboxes.age(outbox, 23 * hour)).toBe(outbox)
  expect(stateOf(outboxes.age(outbox, 23 * hour + 2000), 'a')).toEqual({ kind: 'unsure' })
})

test('a message that is held waits for its time', () => {
  const outbox = outboxes.enqueue([], {
    localId: 'a',
    queueId: 'q',
    to: colors,
    content: 'a',
    writtenAt: 1000,
    heldUntil: 6000,
  })
  expect(outboxes.dueEntries(outbox, 5999)).toEqual([])
  expect(names(outboxes.dueEntries(outbox, 6000))).toEqual(['a'])
})

test('after a reload a call that was under way is made again with the same names', () => {
  const left = outboxes.begin(given(['a', colors], ['b', colors]), 'a')
  const outbox = outboxes.resume(JSON.parse(JSON.stringify(left)) as outboxes.Outbox, 9000)
  expect(outbox.map(({ localId, queueId }) => [localId, queueId])).toEqual([
    ['a', 'q'],
    ['b', 'q'],
  ])
  expect(names(outboxes.dueEntries(outbox, 9000))).toEqual(['a'])
})

test('a message that the page has received leaves the outbox', () => {
  const outbox = outboxes.accept(given(['a', colors], ['b', colors]), 'a', 31)
  expect(outboxes.confirm(outbox, () => false)).toBe(outbox)
  expect(names(outboxes.confirm(outbox, (_localId, id) => id === 31))).toEqual(['b'])
})

test('messages under way follow their conversation when it is moved', () => {
  const palette: Destination = { kind: 'topic', channelId: 6, topic: 'palette' }
  const outbox = outboxes.redirect(given(['a', colors], ['b', logo]), colors, palette)
  expect(outbox.map(({ to }) => to)).toEqual([palette, logo])
})
