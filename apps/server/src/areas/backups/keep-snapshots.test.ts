import { expect, test } from 'vitest'
import { chooseKept } from './keep-snapshots.ts'
import { snapshotName } from './snapshot-records.ts'

const at = (text: string) => snapshotName(Date.parse(text) / 1000)
const kept = (snapshots: readonly string[], rule: Parameters<typeof chooseKept>[1]) =>
  [...chooseKept(snapshots, rule)].toSorted()

test('the newest snapshot of each day, week and month stays, as many as the rule says', () => {
  // Sunday the 22nd of November 2026 is the last day of its week.
  const daily = Array.from({ length: 100 }, (_, days) =>
    snapshotName(Date.parse('2026-11-22T03:15:00Z') / 1000 - days * 86_400),
  )
  expect(kept(daily, { days: 3, weeks: 3, months: 3 })).toEqual(
    [
      ...['2026-11-22T03:15Z', '2026-11-21T03:15Z', '2026-11-20T03:15Z'],
      ...['2026-11-15T03:15Z', '2026-11-08T03:15Z'],
      ...['2026-10-31T03:15Z', '2026-09-30T03:15Z'],
    ]
      .map(at)
      .toSorted(),
  )
})

test('the newest snapshot stays whatever the rule, and so do all of the day before it', () => {
  const nothing = { days: 0, weeks: 0, months: 0 }
  const made = ['2026-11-20T03:15Z', '2026-11-21T10:00Z', '2026-11-22T03:15Z', '2026-11-22T09:00Z'].map(at)
  expect(kept(made, nothing)).toEqual(made.slice(1))
  expect(kept([], nothing)).toEqual([])
})

test('a snapshot counts for its day although others of the day are gone', () => {
  const made = ['2026-11-01T03:15Z', '2026-11-10T03:15Z', '2026-11-10T23:15Z'].map(at)
  expect(kept(made, { days: 2, weeks: 0, months: 0 })).toEqual(made)
  expect(kept(made, { days: 1, weeks: 0, months: 1 })).toEqual(made.slice(1))
})
