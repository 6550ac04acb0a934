import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
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
  here.adopt(there.report(2, 'idle', 1001).entry, 1001)
  expect([...here.entries.values()].map((entry) => [entry.userId, entry.updateId])).toEqual([
    [1, 1],
    [2, 2],
  ])
  here.adopt({ userId: 1, status: 'idle', activeAt: 1, seenAt: 999, updateId: 50 }, 1001)
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

/** Two processes; the test decides when they hear of each other. */
function twoProcesses() {
  const first = new OrganizationPresence([], true)
  const second = new OrganizationPresence([], true)
  const onTheWay: (() => void)[] = []
  const report = (at: OrganizationPresence, userId: number, seenAt: number) => {
    const { entry } = at.report(userId, 'active', seenAt)
    onTheWay.push(() => (at === first ? second : first).adopt(entry, seenAt))
  }
  const deliver = () => onTheWay.splice(0).forEach((message) => message())
  return { first, second, report, deliver }
}

test('a client that goes from process to process misses nobody', () => {
  const { first, second, report, deliver } = twoProcesses()
  const known = new Map<number, number>()
  let last = -1
  const poll = (at: OrganizationPresence) => {
    for (const entry of at.updatedSince(last)) {
      known.set(entry.userId, entry.seenAt)
      last = Math.max(last, entry.updateId)
    }
  }
  for (let round = 0; round < 20; round++) {
    const now = 1000 + round * 60
    // Two reports cross, and the client asks before either process knows of the other's.
    report(first, 1, now)
    report(second, 2, now)
    poll(round % 2 === 0 ? first : second)
    deliver()
    report(second, 3, now + 1)
    deliver()
    poll(round % 2 === 0 ? second : first)
    expect(Object.fromEntries(known), `round ${round}`).toEqual({ 1: now, 2: now, 3: now + 1 })
  }
})

test('somebody who asks again without news gets nothing', () => {
  const { first, report, deliver } = twoProcesses()
  report(first, 1, 1000)
  deliver()
  const [entry] = first.updatedSince(-1)
  expect([...first.updatedSince(entry?.updateId ?? 0)]).toEqual([])
})

test('a clock that is set back hides nobody', () => {
  const here = new OrganizationPresence([])
  const day = 24 * 3600
  here.report(1, 'active', 1000 + day)
  here.report(2, 'active', 1000 + day)
  // Back to the right time: the report counts in both processes.
  expect(here.report(1, 'active', 1000).cameOnline).toBe(true)
  here.adopt({ userId: 2, status: 'idle', activeAt: 1000, seenAt: 1000, updateId: 1 }, 1000)
  expect([...here.entries.values()]).toMatchObject([
    { userId: 1, seenAt: 1000 },
    { userId: 2, seenAt: 1000, status: 'idle' },
  ])
})

test('what is reported twice in a second is news once', () => {
  const presence = new OrganizationPresence([])
  expect(presence.report(1, 'active', 1000).isNew).toBe(true)
  expect(presence.report(1, 'active', 1000).isNew).toBe(false)
  expect(presence.report(1, 'idle', 1000).isNew).toBe(true)
  expect(presence.report(1, 'idle', 1001).isNew).toBe(true)
  expect(presence.report(2, 'idle', 1001).isNew).toBe(true)
})

test('who wants to be seen no more looks away at once, in other processes too', () => {
  const here = new OrganizationPresence([], true)
  const there = new OrganizationPresence([], true)
  there.adopt(here.report(1, 'active', 1000).entry, 1000)
  const entry = must(here.withdraw(1, 1010), 'somebody who was seen')
  expect(here.withdraw(2, 1010)).toBeUndefined()
  expect(entry).toMatchObject({ activeAt: 869, seenAt: 869 })
  there.adopt(entry, 1010)
  expect(there.entries.get(1)).toMatchObject({ seenAt: 1000 })
  there.adopt(entry, 1010, true)
  expect(there.entries.get(1)).toMatchObject({ activeAt: 869, seenAt: 869 })
})
