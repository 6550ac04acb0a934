import { expect, onTestFinished, test } from 'vitest'
import type { LogRow } from '#model/log-row.ts'
import { insertOrganization } from '#store/organization/organizations.ts'
import { testEngine } from '#test/engine.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { type CommitListener, installation, StoreUnavailable, Transactions } from './transactions.ts'
import type { Tx } from './tx.ts'

async function setUp() {
  const engine = await testEngine()
  onTestFinished(() => engine.close())
  await engine.migrate()
  const commits: (readonly LogRow[])[] = []
  const readings: number[] = []
  const failures: Error[] = []
  const listener: CommitListener = {
    beforeBatch: async (_db, organization) => void readings.push(organization),
    committed: async (_organization, rows) => {
      commits.push(rows)
      const failure = failures.pop()
      if (failure) throw failure
    },
  }
  const transactions = new Transactions(engine, new FakeClock(), listener)
  const make = (subdomain: string) =>
    transactions.transact(installation, (tx) =>
      insertOrganization(tx, { name: subdomain, subdomain, uuid: subdomain }),
    )
  return { engine, commits, readings, failures, transactions, organization: await make('one'), make }
}

const rename = (tx: Tx, name: string) =>
  tx.db.updateTable('organizations').set({ name }).where('id', '=', tx.organizationId).execute()
const note = (tx: Tx, text: string) =>
  tx.emit({ type: 'alert_words', alert_words: [text] }, { everyone: true })
const textsOf = (rows: readonly LogRow[]) =>
  rows.flatMap(({ body }) => (body.type === 'alert_words' ? body.alert_words : []))

test('bodies that arrive together share a commit, and one that fails takes nobody along', async () => {
  const { engine, commits, transactions, organization } = await setUp()
  commits.length = 0
  const results = await Promise.allSettled([
    transactions.transact(organization, async (tx) => {
      note(tx, 'first')
      return 1
    }),
    transactions.transact(organization, async (tx) => {
      await rename(tx, 'never')
      note(tx, 'second')
      throw new Error('changed my mind')
    }),
    transactions.transact(organization, async (tx) => {
      note(tx, 'third')
      return 3
    }),
  ])
  expect(results).toMatchObject([{ value: 1 }, { reason: { message: 'changed my mind' } }, { value: 3 }])
  expect(commits).toMatchObject([
    [{ body: { alert_words: ['first'] } }, { body: { alert_words: ['third'] } }],
  ])
  const row = await engine.reader
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organization)
    .executeTakeFirst()
  expect(row?.name).toBe('one')
})

test('an event and its change are there together or not at all', async () => {
  const { engine, transactions, organization } = await setUp()
  const log = () =>
    engine.reader.selectFrom('event_log').select('body').where('type', '=', 'alert_words').execute()
  await expect(
    transactions.transact(organization, async (tx) => {
      note(tx, 'lost')
      await tx.db
        .insertInto('conversations')
        .values({ organization_id: 999_999, channel_id: 0, topic: '', key: '' })
        .execute()
    }),
  ).rejects.toThrow(/foreign key/i)
  expect(await log()).toEqual([])
  await transactions.transact(organization, async (tx) => note(tx, 'kept'))
  expect(await log()).toEqual([{ body: '{"type":"alert_words","alert_words":["kept"]}' }])
})

test('a body that touched the directory, and one that wants to be alone, end their batch', async () => {
  const { commits, transactions, organization } = await setUp()
  commits.length = 0
  await Promise.all([
    transactions.transact(organization, async (tx) => note(tx, 'a')),
    transactions.transact(organization, async (tx) => {
      note(tx, 'b')
      tx.touch('users', 5)
    }),
    transactions.transact(organization, async (tx) => note(tx, 'c')),
    transactions.transact(organization, async (tx) => note(tx, 'd'), { alone: true }),
    transactions.transact(organization, async (tx) => note(tx, 'e')),
  ])
  expect(commits.map(textsOf)).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
  expect(commits[0]?.[1]?.touches).toEqual({ users: [5] })
})

test('ids of the log rise in the order of the commits, over many writers', async () => {
  const { engine, transactions, organization, make } = await setUp()
  const other = await make('two')
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      transactions.transact(n % 2 === 0 ? organization : other, async (tx) => note(tx, String(n))),
    ),
  )
  for (const id of [organization, other]) {
    const rows = await engine.reader
      .selectFrom('event_log')
      .select(['id', 'body'])
      .where('organization_id', '=', id)
      .where('type', '=', 'alert_words')
      .orderBy('id')
      .execute()
    const numbers = rows.map((row) =>
      Number((JSON.parse(row.body) as { alert_words: string[] }).alert_words[0]),
    )
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toHaveLength(100)
  }
})

test('a commit that this process cannot take in may be done, and is taken in before the next one', async () => {
  const { readings, failures, transactions, organization } = await setUp()
  // The error of both engines when they cannot be read.
  failures.push(Object.assign(new Error('away'), { code: 'ETIMEDOUT', errcode: 10 }))
  const answer = await transactions
    .transact(organization, async (tx) => note(tx, 'done'))
    .catch((error: unknown) => error)
  expect(answer).toBeInstanceOf(StoreUnavailable)
  expect(answer).toMatchObject({ mayBeDone: true })
  readings.length = 0
  await transactions.transact(organization, async () => expect(readings).toEqual([organization]))
  failures.push(new Error('a mistake'))
  await expect(transactions.transact(organization, async (tx) => note(tx, 'done too'))).rejects.toThrow(
    'a mistake',
  )
  await transactions.transact(organization, async () => {})
})

test('whoever waits for a database that is away is told together with those it failed', async () => {
  const { transactions, organization } = await setUp()
  const away = Object.assign(new Error('away'), { code: 'ETIMEDOUT', errcode: 10 })
  let waiting: Promise<unknown> | undefined
  let wasTried = false
  const failed = transactions
    .transact(
      organization,
      async () => {
        waiting = transactions
          .transact(organization, async () => void (wasTried = true), { alone: true })
          .catch((error: unknown) => error)
        throw away
      },
      { alone: true },
    )
    .catch((error: unknown) => error)
  expect(await failed).toMatchObject({ name: 'StoreUnavailable', mayBeDone: false })
  expect(await waiting).toMatchObject({ name: 'StoreUnavailable', mayBeDone: false })
  expect(wasTried).toBe(false)
  await transactions.transact(organization, async () => {})
})
