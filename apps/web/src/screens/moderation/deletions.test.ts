import { expect, test } from 'vitest'
import { actsOf, type Deletion, type FetchedDeletions, withNewest, withOlder } from './deletions.ts'

const deletion = (id: number, more: Partial<Deletion> = {}): Deletion => ({
  id,
  message_id: 1000 + id,
  channel_id: 5,
  topic: 'colors',
  sender_id: 7,
  sent_at: 10,
  deleted_by: 9,
  deleted_at: 100_000 + id * 60,
  ...more,
})

const idsOf = (rows: readonly Deletion[]) => rows.map(({ id }) => id)
const descending = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => deletion(from - index))
const nothing: FetchedDeletions = { rows: [], hasOlder: false }

test('older deletions come behind the newest ones', () => {
  const first = withNewest(nothing, descending(10, 8), 3)
  expect(first.hasOlder).toBe(true)
  const all = withOlder(first, descending(7, 6), 3)
  expect([idsOf(all.rows), all.hasOlder]).toEqual([[10, 9, 8, 7, 6], false])
})

test('newer deletions join those that are there, and those behind a gap go', () => {
  const before = withOlder(withNewest(nothing, descending(10, 8), 3), descending(7, 5), 3)
  const joined = withNewest(before, descending(12, 10), 3)
  expect([idsOf(joined.rows), joined.hasOlder]).toEqual([[12, 11, 10, 9, 8, 7, 6, 5], true])
  const gap = withNewest(before, descending(20, 18), 3)
  expect([idsOf(gap.rows), gap.hasOlder]).toEqual([[20, 19, 18], true])
})

test('an answer that is not full is all there is', () => {
  const before = withNewest(nothing, descending(10, 8), 3)
  expect(withNewest(before, [deletion(11)], 3)).toEqual({ rows: [deletion(11)], hasOlder: false })
})

test('what one person deleted in one topic at a time is one act', () => {
  const rows = [
    deletion(9, { deleted_at: 200 }),
    deletion(8, { deleted_at: 195, sender_id: 8 }),
    deletion(7, { deleted_at: 195, topic: 'logo' }),
    deletion(6, { deleted_at: 195, topic: 'logo', deleted_by: 8 }),
    deletion(5, { deleted_at: 100, topic: 'logo', deleted_by: 8 }),
  ]
  expect(actsOf(rows).map(idsOf)).toEqual([[9, 8], [7], [6], [5]])
})
