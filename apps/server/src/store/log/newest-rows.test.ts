import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NewestRows } from './newest-rows.ts'

test('those who ask in one turn share a reading, and nobody one that began before', async () => {
  const begun: { organization: number; end: (position: number) => void }[] = []
  const rows = new NewestRows((organization) => new Promise((end) => begun.push({ organization, end })))
  const first = [rows.of(1), rows.of(1), rows.of(2)]
  expect(begun).toHaveLength(0)
  await setImmediate()
  const late = rows.of(1)
  await setImmediate()
  expect(begun.map(({ organization }) => organization)).toEqual([1, 2, 1])
  for (const [index, { end }] of begun.entries()) end(10 + index)
  expect(await Promise.all(first)).toEqual([10, 10, 11])
  expect(await late).toBe(12)
})

test('a failed reading rejects for all who wait, and the next question reads again', async () => {
  let isAway = true
  const rows = new NewestRows(async () => {
    if (isAway) throw new Error('The database is away')
    return 7
  })
  const waiting = await Promise.allSettled([rows.of(1), rows.of(1)])
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await rows.of(1)).toBe(7)
})
