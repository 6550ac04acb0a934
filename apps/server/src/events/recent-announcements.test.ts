import { expect, test } from 'vitest'
import { unprepared } from './event-writer.ts'
import { announcementLife, announcementLimit, RecentAnnouncements } from './recent-announcements.ts'

const event = unprepared({ type: 'alert_words', alert_words: [] })

function given(count: number, at = 0): RecentAnnouncements {
  const recent = new RecentAnnouncements()
  for (let n = 0; n < count; n++) recent.add(event, { everyone: true }, at + n)
  return recent
}

const numbers = (recent: RecentAnnouncements, after: number) =>
  recent.after(after).map(({ number }) => number)

test('announcements are numbered, and given from a number on', () => {
  const recent = given(3)
  expect(recent.newest).toBe(3)
  expect([numbers(recent, 0), numbers(recent, 2), numbers(recent, 3)]).toEqual([[1, 2, 3], [3], []])
})

test('announcements of a time on are found, and none was kept from before', () => {
  const recent = given(3, 10)
  expect([9, 10, 11, 12, 13].map((at) => recent.newestBefore(at))).toEqual([0, 0, 1, 2, 3])
  recent.dropOld(10 + announcementLife)
  expect(recent.newestBefore(9)).toBe(1)
  expect(new RecentAnnouncements().newestBefore(1)).toBe(0)
})

test('a busy organization keeps the newest ones, so many and no more', () => {
  const recent = given(3 * announcementLimit)
  const kept = numbers(recent, 0)
  expect(kept.at(-1)).toBe(3 * announcementLimit)
  expect(kept.length).toBeGreaterThanOrEqual(announcementLimit)
  expect(kept.length).toBeLessThanOrEqual(1.25 * announcementLimit)
  expect(kept.at(0)).toBe(3 * announcementLimit - kept.length + 1)
})

test('old ones go, and numbers go on', () => {
  const recent = given(3)
  recent.dropOld(announcementLife)
  expect(numbers(recent, 0)).toEqual([2, 3])
  recent.dropOld(announcementLife + 2)
  expect(numbers(recent, 0)).toEqual([])
  recent.add(event, { everyone: true }, announcementLife + 2)
  expect(numbers(recent, 0)).toEqual([4])
  expect(numbers(recent, 3)).toEqual([4])
})
