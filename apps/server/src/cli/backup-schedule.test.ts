import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastBackup, noteBackup } from '#areas/backups/backup-note.ts'
import { silentLog } from '#ports/log.ts'
import { BackupSchedule, isBackupDue } from './backup-schedule.ts'

const seconds = (text: string) => Date.parse(text) / 1000
const quarterPastThree = 3 * 60 + 15
const note = (begun: string, problem?: string) => ({
  ...{ to: '/backup', begun_at: seconds(begun), ended_at: seconds(begun) + 60 },
  ...(problem === undefined ? {} : { problem }),
})
const due = (last: ReturnType<typeof note> | undefined, now: string) =>
  isBackupDue(last, quarterPastThree, seconds(now))

test('a backup is due once after its time of the day, and at once where there was none', () => {
  expect(due(undefined, '2026-11-22T12:00Z')).toBe(true)
  expect(due(note('2026-11-22T03:15Z'), '2026-11-22T12:00Z')).toBe(false)
  expect(due(note('2026-11-22T03:15Z'), '2026-11-23T03:14Z')).toBe(false)
  expect(due(note('2026-11-22T03:15Z'), '2026-11-23T03:15Z')).toBe(true)
  expect(due(note('2026-11-20T03:15Z'), '2026-11-23T01:00Z')).toBe(true)
})

test('a backup that failed is tried again after an hour', () => {
  expect(due(note('2026-11-22T03:15Z', 'no room'), '2026-11-22T04:15Z')).toBe(false)
  expect(due(note('2026-11-22T03:15Z', 'no room'), '2026-11-22T04:16Z')).toBe(true)
})

/** A schedule whose backups end as the test says. */
function scene(outcome: (now: number) => string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagma-schedule-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const state = { now: seconds('2026-11-22T12:00Z'), mayRun: true, since: [] as number[] }
  const schedule = new BackupSchedule({
    ...{ dataDir, to: '/backup', at: quarterPastThree, log: silentLog },
    now: () => state.now,
    mayRun: async () => state.mayRun,
    run: async (since) => {
      state.since.push(since)
      const problem = outcome(state.now)
      if (problem !== 'killed')
        noteBackup(dataDir, {
          ...{ to: '/backup', begun_at: state.now, ended_at: state.now },
          ...(problem === undefined
            ? { made: { snapshot: 'x', made_at: state.now, bytes: 1, added: 1, seconds: 1 } }
            : { problem }),
        })
      return problem
    },
  })
  const tick = async () => {
    schedule.tick()
    await schedule.settled()
    return state.since.length
  }
  return { state, tick, dataDir }
}

test('a schedule makes one backup a day, and only where no other process does', async () => {
  const { state, tick } = scene(() => undefined)
  state.mayRun = false
  expect(await tick()).toBe(0)
  state.mayRun = true
  expect(await tick()).toBe(1)
  expect(state.since).toEqual([seconds('2026-11-22T03:15Z')])
  expect(await tick()).toBe(1)
  state.now = seconds('2026-11-23T03:15Z')
  expect(await tick()).toBe(2)
})

test('a backup that was killed before it could note anything is not begun again at every look', async () => {
  const { state, tick, dataDir } = scene((now) => (now < seconds('2026-11-22T13:00Z') ? 'killed' : undefined))
  expect([await tick(), await tick()]).toEqual([1, 1])
  expect(lastBackup(dataDir)).toBeUndefined()
  state.now = seconds('2026-11-22T13:00Z')
  expect([await tick(), await tick()]).toEqual([2, 2])
})

test('the note of a failure keeps what was made before at the same place', async () => {
  const { dataDir, tick } = scene(() => undefined)
  await tick()
  noteBackup(dataDir, { to: '/backup', begun_at: 5, ended_at: 6, problem: 'no room' })
  expect(lastBackup(dataDir)).toMatchObject({ problem: 'no room', made: { snapshot: 'x' } })
  noteBackup(dataDir, { to: '/other', begun_at: 7, ended_at: 8, problem: 'no room' })
  expect(lastBackup(dataDir)?.made).toBeUndefined()
})
