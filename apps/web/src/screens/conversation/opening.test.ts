import { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { expect, test } from 'vitest'
import { startOf, type Opening } from './opening.ts'

const ownId = 10
const message = (id: number, isRead = true, sender_id = 11) =>
  [id, { id, sender_id, flags: isRead ? ['read'] : [] } as unknown as Message] as const

const window = (fields: Partial<Window> = {}): Window => ({
  narrow: [],
  ids: [1, 2, 3, 4, 5],
  echoes: [],
  hasOldest: false,
  hasNewest: true,
  isStale: false,
  ...fields,
})

const conversation = {
  kind: 'conversation',
  conversation: { kind: 'topic', channelId: 5, topic: 'colors' },
} as const

const start = (fields: Partial<Opening> = {}) =>
  startOf({
    view: conversation,
    window: window(),
    byId: ById.from([1, 2, 3, 4, 5].map((id) => message(id, id < 4))),
    ownId,
    saved: undefined,
    found: undefined,
    ...fields,
  })

test('a conversation opens at the first unread message', () => {
  expect(start()).toEqual({ kind: 'message', id: 4 })
})

test('where all is read, it opens at the end', () => {
  const byId = ById.from([1, 2, 3, 4, 5].map((id) => message(id)))
  expect(start({ byId })).toEqual({ kind: 'end' })
  expect(start({ byId, window: window({ hasNewest: false }) })).toBeUndefined()
})

test('own messages are never unread', () => {
  const byId = ById.from([message(1), message(2), message(3), message(4, false, ownId), message(5, false)])
  expect(start({ byId })).toEqual({ kind: 'message', id: 5 })
})

test('where the server found none but own messages unread, it opens at the first of them', () => {
  const byId = ById.from([message(1), message(2, false, ownId), message(3), message(4), message(5)])
  const opening = { byId, window: window({ hasNewest: false }) }
  expect(start(opening)).toBeUndefined()
  expect(start({ ...opening, found: { anchor: 2 } })).toEqual({ kind: 'message', id: 2 })
})

test('where the oldest known message is unread, older ones are asked for', () => {
  const byId = ById.from([1, 2, 3, 4, 5].map((id) => message(id, false)))
  expect(start({ byId })).toBeUndefined()
  expect(start({ byId, window: window({ hasOldest: true }) })).toEqual({ kind: 'message', id: 1 })
})

test('a place of this session comes before unread messages, and an address before both', () => {
  const saved = { id: 2, offset: 7 }
  expect(start({ saved })).toEqual({ kind: 'anchor', anchor: saved })
  expect(start({ saved: { id: 99, offset: 0 } })).toEqual({ kind: 'message', id: 4 })
  expect(start({ saved, view: { ...conversation, at: { near: 3 } } })).toEqual({ kind: 'message', id: 3 })
})

test('a place that the device keeps comes after unread messages and before the end, and is asked for first', () => {
  const kept = { id: 2, offset: 7 }
  const read = ById.from([1, 2, 3, 4, 5].map((id) => message(id)))
  expect(start({ kept })).toEqual({ kind: 'message', id: 4 })
  expect(start({ kept, byId: read })).toEqual({ kind: 'anchor', anchor: kept })
  expect(start({ kept, byId: read, view: { ...conversation, at: { near: 3 } } })).toEqual({
    kind: 'message',
    id: 3,
  })
  const gone = { id: 99, offset: 0 }
  expect(start({ kept: gone, byId: read })).toBeUndefined()
  expect(start({ kept: gone, byId: read, found: { anchor: 99 } })).toEqual({ kind: 'anchor', anchor: gone })
})

test('an address of a message that the page does not hold is asked for first', () => {
  const view = { ...conversation, at: { near: 77 } }
  expect(start({ view })).toBeUndefined()
  expect(start({ view, found: { anchor: 5 } })).toEqual({ kind: 'message', id: 5 })
})

test('a stale window is fetched again, and a search opens at its end', () => {
  expect(start({ window: window({ isStale: true }) })).toBeUndefined()
  expect(start({ window: undefined })).toBeUndefined()
  expect(start({ view: { kind: 'search', terms: [] } })).toEqual({ kind: 'end' })
})
