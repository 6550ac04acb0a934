import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { insertOrganization } from '#store/organization/organizations.ts'
import { prepared } from '#store/sql/prepared.ts'
import { testEngine } from '#test/engine.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { foresee, type Foresight, type RowWriter } from './foresight.ts'
import { installation, Transactions } from './transactions.ts'
import type { Tx } from './tx.ts'

/** Rows whose names must differ; a longer time than nine digits is a mistake of the statement. */
const leases: RowWriter<{ name: string; until: string }> = {
  write: (db, rows) =>
    insertLeases.run(db, { names: rows.map(({ name }) => name), times: rows.map(({ until }) => until) }),
}
const insertLeases = prepared((db, p: { names: string[]; times: string[] }) => ({
  compile: () =>
    sql`insert into leases (name, holder, until_ms)
      select name, 'x', until from unnest(${p.names}::text[], ${p.times}::bigint[]) as new (name, until)`.compile(
      db,
    ),
}))

const reads: string[][] = []
const holder: Foresight<string, string | undefined> = {
  tables: ['leases'],
  nameOf: (name) => name,
  one: async (db, _organization, name) =>
    (await db.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst())?.holder,
  async many(db, _organization, names) {
    reads.push([...names])
    const rows = await holders.all(db, { names: [...names] })
    return names.map((name) => rows.find((row) => row.name === name)?.holder)
  },
}
const holders = prepared((db, p: { names: string[] }) => ({
  compile: () =>
    sql<{ name: string; holder: string }>`
      select name, holder from leases where name = any(${p.names}::text[])`.compile(db),
}))

async function setUp() {
  const engine = await testEngine()
  onTestFinished(() => engine.close())
  await engine.migrate()
  const transactions = new Transactions(engine, new FakeClock(), {
    beforeBatch: async () => {},
    committed: async () => {},
  })
  const organization = await transactions.transact(installation, (tx) =>
    insertOrganization(tx, { name: 'one', subdomain: 'one', uuid: 'one' }),
  )
  reads.length = 0
  const names = async () =>
    (await engine.reader.selectFrom('leases').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  const settle = async (...bodies: ((tx: Tx) => Promise<unknown>)[]) => {
    const foresees = () => [foresee(holder, 'a')]
    const results = await Promise.allSettled(
      bodies.map((body) => transactions.transact(organization, body, { foresees })),
    )
    return results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))
  }
  return { transactions, organization, settle, names }
}

const write =
  (name: string, until = '1') =>
  async (tx: Tx) => {
    tx.batch?.write(leases, { name, until })
    return name
  }

const refuse = (body: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
  await body(tx)
  throw new Error('refused')
}

const look = (tx: Tx) => tx.find(holder, 'a')

const insert = (tx: Tx) =>
  tx.db.insertInto('leases').values({ name: 'a', holder: 'me', until_ms: 1 }).execute()

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a batch on PostgreSQL', () => {
  test('rows of bodies that are refused are not written, those before and behind are', async () => {
    const { settle, names } = await setUp()
    const results = await settle(
      write('b'),
      refuse(write('c')),
      refuse(async (tx) => (await write('d')(tx), await insert(tx), write('e')(tx))),
      write('f'),
    )
    expect(results).toEqual(['b', 'Error: refused', 'Error: refused', 'f'])
    expect(await names()).toEqual(['b', 'f'])
  })

  test('a body finds the rows that wait, its own and those of earlier bodies', async () => {
    const { settle } = await setUp()
    const count = async (tx: Tx) => (await tx.db.selectFrom('leases').select('name').execute()).length
    expect(await settle(write('b'), async (tx) => (await write('c')(tx), count(tx)), count)).toEqual([
      'b',
      2,
      2,
    ])
  })

  test('what is foreseen is read once for all, and again for those behind a body that changed it', async () => {
    const { settle } = await setUp()
    expect(await settle(look, look, insert, look, look)).toEqual([
      undefined,
      undefined,
      expect.anything(),
      'me',
      'me',
    ])
    expect(reads).toEqual([['a'], ['a']])
  })

  test('what a refused body changed is read again too', async () => {
    const { settle } = await setUp()
    expect(await settle(refuse(insert), look)).toEqual(['Error: refused', undefined])
    expect(reads).toEqual([['a'], ['a']])
  })

  test('a wrong row fails its own body only', async () => {
    const { settle, names } = await setUp()
    const results = await settle(write('b'), write('c', 'no number'), refuse(write('d')), write('e'))
    expect(results).toEqual(['b', expect.stringContaining('no number'), 'Error: refused', 'e'])
    expect(await names()).toEqual(['b', 'e'])
  })

  test('a wrong row does not fail a body that asks behind it', async () => {
    const { settle, names } = await setUp()
    expect(await settle(write('c', 'no number'), insert, write('e'))).toEqual([
      expect.stringContaining('no number'),
      expect.anything(),
      'e',
    ])
    expect(await names()).toEqual(['a', 'e'])
  })

  test('a fact that cannot be read for all fails nobody who does without it', async () => {
    const { transactions, organization, names } = await setUp()
    const wrong = { ...holder, many: () => Promise.reject(new Error('no')) }
    const body = (name: string) => async (tx: Tx) => {
      expect(await tx.find(wrong, 'a')).toBeUndefined()
      return write(name)(tx)
    }
    const foresees = () => [foresee(wrong, 'a')]
    await Promise.all(['b', 'c'].map((name) => transactions.transact(organization, body(name), { foresees })))
    expect(await names()).toEqual(['b', 'c'])
  })
})
