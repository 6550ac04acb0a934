import type { State } from '@tagma/sync/state.ts'
import { expect, test } from 'vitest'
import { besideAfter, type ConversationView } from './beside.ts'

const state = { user_id: 8 } as State
const topic = (name: string): ConversationView => ({
  kind: 'conversation',
  conversation: { kind: 'topic', channelId: 5, topic: name },
})
const beside = [
  { id: 1, view: topic('logo') },
  { id: 2, view: topic('paper') },
]
const main = topic('colors')

test('a view that stands nowhere else leaves what stands beside', () => {
  expect(besideAfter({ beside, main, state }, topic('print'), false)).toBe(beside)
  expect(besideAfter({ beside, main, state }, { kind: 'inbox' }, false)).toBe(beside)
  expect(besideAfter({ beside, main, state }, main, false)).toBe(beside)
})

test('a conversation that opens from beside leaves its column to the one that was open, at its place of reading', () => {
  const next = { ...topic('Paper'), at: { near: 31 } }
  expect(besideAfter({ beside, main: { ...main, at: { near: 7 } }, state }, next, false)).toEqual([
    beside[0],
    { id: 2, view: main },
  ])
})

test('where no conversation was open, or it is gone, the column goes', () => {
  expect(besideAfter({ beside, main: { kind: 'inbox' }, state }, topic('logo'), false)).toEqual([beside[1]])
  expect(besideAfter({ beside, main, state }, topic('logo'), true)).toEqual([beside[1]])
})
