import { expect, test } from 'vitest'
import { OrganizationPresence } from './presence-book.ts'

test('ids never go back after a restart that lost the newest ones', () => {
  const before = new OrganizationPresence([])
  const { entry } = before.report(1, 'active', 1000)
  before.report(1, 'active', 1030)
  const after = new OrganizationPresence([entry])
  expect(after.report(2, 'active', 1060).entry.updateId).toBeGreaterThan(2)
})

test('what other processes were told counts as news here, but does not go backwards in time', () => {
  const here = new OrganizationPresence([])
  here.report(1, 'active', 1000)
  const there = new OrganizationPresence([])
  here.adopt(there.report(2, 'idle', 1001).entry)
  expect([...here.entries.values()].map((entry) => [entry.userId, entry.updateId])).toEqual([
    [1, 1],
    [2, 2],
  ])
  here.adopt({ userId: 1, status: 'idle', activeAt: 1, seenAt: 999, updateId: 50 })
  expect(here.entries.get(1)).toMatchObject({ status: 'active', seenAt: 1000 })
  expect(here.takeUnsaved().map((row) => row.userId)).toEqual([1])
})

test('coming online is news after the threshold, for active and idle alike', () => {
  const presence = new OrganizationPresence([])
  expect(presence.report(1, 'idle', 1000).cameOnline).toBe(true)
  expect(presence.report(1, 'active', 1010).cameOnline).toBe(true)
  expect(presence.report(1, 'active', 1150).cameOnline).toBe(false)
  expect(presence.report(1, 'idle', 1200).cameOnline).toBe(false)
  expect(presence.report(1, 'active', 1341).cameOnline).toBe(true)
})
