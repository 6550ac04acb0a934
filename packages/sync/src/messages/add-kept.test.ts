import { expect, test } from 'vitest'
import { addKept, addKeptWindow, staleKept } from './add-kept.ts'
import { ById } from './by-id.ts'
import type { Message } from './message.ts'
import { emptyMessages } from './messages.ts'

const message = (id: number, content: string) => ({ id, content, flags: [] }) as unknown as Message

test('messages that were kept are held without a window, and do not replace what is known', () => {
  const before = { ...emptyMessages, byId: ById.from([[2, message(2, 'new')]]) }
  const after = addKept(before, [message(1, 'one'), message(2, 'old')])
  expect([...after.byId.values()].map(({ content }) => content)).toEqual(['one', 'new'])
  expect(after.singles).toEqual([1])
  expect(addKept(after, [message(1, 'again')])).toBe(after)
})

test('the last thousand are held', () => {
  const all = Array.from({ length: 1001 }, (_, at) => message(at + 1, ''))
  const { byId, singles } = addKept(emptyMessages, all)
  expect(byId.size).toBe(1000)
  expect(byId.has(1)).toBe(false)
  expect(singles).toHaveLength(1000)
})

test('a window of kept messages takes the place of an earlier one, and is fetched again when it is stale', () => {
  const narrow = [{ operator: 'channel', operand: 5, negated: false }]
  const kept = { messages: [message(1, 'one'), message(2, 'two')], hasNewest: true }
  const after = addKeptWindow(emptyMessages, narrow, kept, 8)
  const [[key, window] = []] = after.windows
  expect(window).toMatchObject({ ids: [1, 2], hasOldest: false, hasNewest: true, isStale: false })
  const again = staleKept(after, new Set([key!]))
  expect(again.windows.get(key!)?.isStale).toBe(true)
  expect(staleKept(after, new Set(['another']))).toBe(after)
})
