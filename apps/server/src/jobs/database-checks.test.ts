import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '#ports/log.ts'
import type { DatabaseFile } from '#store/engines/database-file.ts'
import { openSqlite } from '#store/engines/sqlite.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { DatabaseChecks } from './database-checks.ts'

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-checks-'))
  const file = join(folder, 'test.db')
  const engine = openSqlite({ file, durable: false })
  onTestFinished(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })
  await engine.migrate()
  const clock = new FakeClock()
  const checks = new DatabaseChecks(engine.file as DatabaseFile, clock, silentLog)
  /** Runs a tick and returns the time of the file's last check. */
  const tick = async () => {
    checks.tick()
    await checks.settled()
    return engine.file?.checkedAt
  }
  return { clock, tick }
}

test('a database is checked at the first start, and then once a day', async () => {
  const { clock, tick } = await setUp()
  const first = clock.now()
  expect(await tick()).toBe(first)
  clock.advance({ hours: 23 })
  expect(await tick()).toBe(first)
  clock.advance({ hours: 1 })
  expect(await tick()).toBe(clock.now())
})

test('a database that is known to be damaged is looked at once more after a start, and then left alone', async () => {
  const clock = new FakeClock()
  const depths: string[] = []
  const check = async (depth: string) => {
    depths.push(depth)
    return 'page 3'
  }
  const checks = new DatabaseChecks({ damage: 'page 3', checkedAt: undefined, check }, clock, silentLog)
  for (let day = 0; day < 3; day++) {
    checks.tick()
    await checks.settled()
    clock.advance({ days: 1 })
  }
  expect(depths).toEqual(['full'])
})

test('a check that cannot be made is tried again after an hour', async () => {
  const clock = new FakeClock()
  let tried = 0
  const check = async () => {
    tried++
    throw new Error('The disk does not answer')
  }
  const checks = new DatabaseChecks({ damage: undefined, checkedAt: undefined, check }, clock, silentLog)
  for (const minutes of [0, 59, 1]) {
    clock.advance({ minutes })
    checks.tick()
    await checks.settled()
  }
  expect(tried).toBe(2)
})
