import { expect, test } from 'vitest'
import type { LogRow } from '#model/log-row.ts'
import { EventTexts } from './event-texts.ts'
import { unprepared } from './event-writer.ts'
import { KeptRows } from './kept-rows.ts'

const rowAt = (id: number): LogRow => ({
  id,
  organizationId: 1,
  type: 'message',
  body: { type: 'message', message_id: id, flags: {} },
  audience: {},
  touches: null,
})

/** Adds rows, each with a text of the given length. */
function add(kept: KeptRows, ids: readonly number[], characters: number): void {
  const rows = ids.map(rowAt)
  kept.add(
    rows,
    rows.map((row) => {
      const event = unprepared(row.body)
      event.texts.set('', new EventTexts(['x'.repeat(characters)]))
      return event
    }),
  )
}

const idsAfter = (kept: KeptRows, position: number, limit = 10) =>
  kept.after(position, limit)?.map(({ row }) => row.id)

test('rows are kept from the first one on, and given from a position on', () => {
  const kept = new KeptRows()
  expect(idsAfter(kept, 0)).toBeUndefined()
  add(kept, [5, 6, 9], 10)
  add(kept, [10], 10)
  expect(idsAfter(kept, 3)).toBeUndefined()
  expect(idsAfter(kept, 4)).toEqual([5, 6, 9, 10])
  expect(idsAfter(kept, 6, 1)).toEqual([9])
  expect(idsAfter(kept, 10)).toBeUndefined()
  kept.forget()
  expect(kept.isEmpty).toBe(true)
  expect(idsAfter(kept, 4)).toBeUndefined()
})

test('the oldest go when texts are long, however few they are', () => {
  const kept = new KeptRows()
  for (let id = 1; id <= 11; id++) add(kept, [id], 250_000)
  // Eleven rows are more than a quarter over the limit; eight stay.
  expect(idsAfter(kept, 2)).toBeUndefined()
  expect(idsAfter(kept, 3)).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
  add(kept, [12], 5_000_000)
  expect(idsAfter(kept, 11)).toBeUndefined()
  add(kept, [13], 10)
  expect(idsAfter(kept, 11)).toBeUndefined()
  expect(idsAfter(kept, 12)).toEqual([13])
})
