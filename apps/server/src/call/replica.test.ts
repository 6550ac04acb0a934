import { afterAll, beforeAll, expect, test } from 'vitest'
import { badRequest } from '#model/refusal.ts'
import { type Log, silentLog } from '#ports/log.ts'
import type { Engine } from '#store/engines/engine.ts'
import { testEngine } from '#test/engine.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { Replica } from './replica.ts'

let organizations = 0

/** Notes in a database that messages up to here are indexed. */
const indexed = (organization: number) => (engine: Engine, through: number) =>
  engine.write(engine.laneOf(organization), ({ db }) =>
    db
      .insertInto('search_progress')
      .values({ organization_id: organization, through })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ through }))
      .execute(),
  )

const engines = Promise.all([testEngine(), testEngine()])

beforeAll(async () => {
  for (const engine of await engines) await engine.migrate()
}, 60_000)
afterAll(async () => {
  for (const engine of await engines) await engine.close()
})

/** Two databases, of which one plays the replica. `whilePausing` runs in each pause; a pause passes its time. */
async function pair({ theirs = 'ours', whilePausing = async () => {} } = {}) {
  const [ours, other] = await engines
  const primary: Engine = { ...ours, identity: async () => 'ours' }
  const replica: Engine = { ...other, identity: async () => theirs }
  const organization = ++organizations
  const clock = new FakeClock()
  const lines: string[] = []
  const note = (_: unknown, message: string) => void lines.push(message)
  const log: Log = { ...silentLog, warn: note, info: note, error: note }
  const hooks = { whilePausing }
  const pause = async (milliseconds: number) => {
    // The wait for a connection that hangs does not end in these tests.
    if (milliseconds === 500) return new Promise<void>(() => {})
    clock.advance({ seconds: milliseconds / 1000 })
    return hooks.whilePausing()
  }
  const reads = new Replica({ primary, replica, clock, log, pause })
  const place = () =>
    reads.read(organization, async ({ db }) => (db === replica.reader ? 'replica' : 'primary'))
  return { organization, index: indexed(organization), primary, replica, clock, lines, hooks, reads, place }
}

test('reads go to a replica that has what the primary has', async () => {
  const { index, primary, replica, lines, place } = await pair()
  expect(await place()).toBe('replica')
  await index(primary, 3)
  await index(replica, 3)
  expect(await place()).toBe('replica')
  expect(lines).toEqual([])
})

test('a read waits for a replica that is a little late', async () => {
  const { index, primary, replica, clock, hooks, place } = await pair()
  await index(primary, 3)
  let pauses = 0
  hooks.whilePausing = async () => {
    if (++pauses === 4) await index(replica, 3)
  }
  const begun = clock.elapsed()
  expect(await place()).toBe('replica')
  expect(clock.elapsed() - begun).toBe(40)
})

test('the primary answers after half a second, and for five more at once', async () => {
  const { index, primary, replica, clock, lines, place } = await pair()
  await index(primary, 3)
  const begun = clock.elapsed()
  expect(await place()).toBe('primary')
  expect(clock.elapsed() - begun).toBe(500)
  expect(await place()).toBe('primary')
  expect(clock.elapsed() - begun).toBe(500)
  await index(replica, 3)
  clock.advance({ seconds: 5 })
  expect(await place()).toBe('replica')
  expect(lines).toEqual([expect.stringContaining('is late or cannot be asked'), 'The replica answers again.'])
})

test('what fails on the replica is done on the primary, a refusal is not', async () => {
  const { organization, replica, lines, reads } = await pair()
  const answer = await reads.read(organization, async ({ db }) => {
    if (db === replica.reader) throw new Error('canceling statement due to conflict with recovery')
    return 'primary'
  })
  expect([answer, lines.length]).toEqual(['primary', 1])
  const other = await pair()
  let tries = 0
  const refused = other.reads.read(other.organization, async () => {
    tries++
    throw badRequest('Invalid narrow.')
  })
  await expect(refused).rejects.toThrow('Invalid narrow.')
  expect([tries, other.lines.length]).toEqual([1, 0])
})

test('another database is refused at the start, and never asked', async () => {
  const { clock, lines, reads, place } = await pair({ theirs: 'theirs' })
  await expect(reads.start()).rejects.toThrow('DATABASE_READ_URL names no replica')
  expect(await place()).toBe('primary')
  clock.advance({ days: 1 })
  expect(await place()).toBe('primary')
  expect(lines).toEqual([expect.stringContaining('not used until the server starts again')])
})
