import { expect, test } from 'vitest'
import type { Conversation } from '#state/conversations.ts'
import type { ListSection } from '#state/list-rows.ts'
import { heldOrder, movedRows } from './held-order.ts'

const section = (...rows: readonly (readonly [key: string, unread: number])[]): ListSection => ({
  kind: 'all',
  rows: rows.map(([key, unread]) => ({ key, unread, hasMention: false }) as Conversation),
})
const shown = (sections: readonly ListSection[]) =>
  sections.flatMap(({ rows }) => rows.map(({ key, unread }) => `${key} ${unread}`)).join(', ')

test('a held list keeps its order, shows new counts, and lets new rows wait', () => {
  const before = [section(['a', 0], ['b', 1], ['c', 2])]
  const now = [section(['new', 1], ['c', 3], ['a', 0])]
  expect(shown(heldOrder(before, now))).toBe('a 0, b 0, c 3')
  expect(movedRows(before, now)).toBe(2)
})

test('a list that is as it was has nothing behind', () => {
  const before = [section(['a', 0], ['b', 1])]
  expect(movedRows(before, [section(['a', 1], ['b', 0])])).toBe(0)
})
