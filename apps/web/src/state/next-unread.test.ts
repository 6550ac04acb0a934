import { expect, test } from 'vitest'
import type { Conversation } from './conversations.ts'
import { nextOf } from './next-unread.ts'

const rows = ['a', 'b', 'c', 'd'].map((key, at) => ({ key, unread: at % 2 }) as Conversation)
const next = (present: string | undefined) => nextOf(rows, present, ({ unread }) => unread > 0)?.key

test('the next one is behind the present one, or the first', () => {
  expect(['a', 'b', 'd', undefined].map(next)).toEqual(['b', 'd', 'b', 'b'])
})

test('the present one is never the next', () => {
  expect(nextOf(rows.slice(0, 2), 'b', ({ unread }) => unread > 0)).toBeUndefined()
})
