import { expect, expectTypeOf, test } from 'vitest'
import type { Audience } from '#model/audience.ts'
import type { Announced, KnownOf, LogEvent, LogEventOf } from '#model/log-event.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Shaper } from './shaper.ts'

// The mistakes below are for the type check: a line that compiles although it should not fails it.

const emitted: LogEvent[] = []
const tx: Pick<Tx, 'emit'> = { emit: (event: LogEvent) => void emitted.push(event) }
const audience: Audience = { everyone: true }

test('an event that the contract does not declare cannot be emitted', () => {
  tx.emit({ type: 'alert_words', alert_words: ['design'] }, audience)
  // @ts-expect-error: a type that nobody declares.
  tx.emit({ type: 'alert_wordz', alert_words: ['design'] }, audience)
  // @ts-expect-error: a mistaken field.
  tx.emit({ type: 'alert_words', alert_word: ['design'] }, audience)
  // @ts-expect-error: a value of another type.
  tx.emit({ type: 'alert_words', alert_words: 'design' }, audience)
  // @ts-expect-error: a field too many.
  tx.emit({ type: 'alert_words', alert_words: ['design'], count: 1 }, audience)
  // @ts-expect-error: an operation of another type.
  tx.emit({ type: 'drafts', op: 'add_members', draft_id: 3 }, audience)
  // @ts-expect-error: the field of another operation.
  tx.emit({ type: 'drafts', op: 'add', draft_id: 3 }, audience)
  // @ts-expect-error: clients get it, but no row is like that.
  tx.emit({ type: 'heartbeat' }, audience)
  expect(emitted).toHaveLength(8)
})

test('only what the shaper of the type would look up comes along with an event', () => {
  const parts = { participants: [], reactions: [], submessages: [] }
  // @ts-expect-error: the message's own row is missing.
  tx.emit({ type: 'message', message_id: 31, flags: {} }, audience, parts)
  // @ts-expect-error: nobody looks up anything for this type.
  tx.emit({ type: 'invites_changed' }, audience, parts)
  expectTypeOf<KnownOf<'invites_changed'>>().toEqualTypeOf<undefined>()
})

test('what is announced is declared too', () => {
  const announce = (event: Announced) => event.type
  // @ts-expect-error: it says neither who writes nor where.
  expect(announce({ type: 'typing', op: 'start' })).toBe('typing')
  // @ts-expect-error: this has a row.
  expect(announce({ type: 'invites_changed' })).toBe('invites_changed')
})

test('readers learn the fields of an event by its type and operation', () => {
  const read = (event: LogEvent) => (event.type === 'drafts' && event.op === 'remove' ? event.draft_id : 0)
  expect(read({ type: 'drafts', op: 'remove', draft_id: 3 })).toBe(3)
  // @ts-expect-error: not every event has one.
  const misread = (event: LogEvent) => event.draft_id
  expect(misread({ type: 'invites_changed' })).toBeUndefined()
  // @ts-expect-error: a row is shared by all who get it.
  const change = (event: LogEventOf<'alert_words'>) => event.alert_words.push('design')
  expect(change).toBeTypeOf('function')
})

test('a shaper gets the events of its type, and makes what the contract declares of them', () => {
  const shaper: Shaper<'user_topic'> = {
    type: 'user_topic',
    shape: (body) => ({ key: body.topic_name, shared: () => body }),
  }
  const mistaken: Shaper<'user_topic'> = {
    type: 'user_topic',
    // @ts-expect-error: a topic's name is a text.
    shape: () => ({ key: '', shared: () => ({ type: 'user_topic', topic_name: 3 }) }),
  }
  expect([shaper.type, mistaken.type]).toEqual(['user_topic', 'user_topic'])
})
