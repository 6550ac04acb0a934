import { expect, test } from 'vitest'
import { addKept } from './add-kept.ts'
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
