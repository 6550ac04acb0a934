import { expect, onTestFinished, test } from 'vitest'
import { testEngine } from '#test/engine.ts'
import { FakeClock } from '#test/fake-clock.ts'
import type { LogRow } from './log-row.ts'
import { insertOrganization } from './organizations.ts'
import { type CommitListener, installation, Transactions, type Tx } from './transactions.ts'

async function setUp() {
  const engine = await testEngine()
  onTestFinished(() => engine.close())
  await engine.migrate()
  const commits: (readonly LogRow[])[] = []
  const listener: CommitListener = {
    beforeBatch: async () => {},
    committed: async (_organization, rows) => void commits.push(rows),
  }
  const transactions = new Transactions(engine, new FakeClock(), listener)
  const make = (subdomain: string) =>
    transactions.transact(installation, (tx) =>
      insertOrganization(tx, { name: subdomain, subdomain, uuid: subdomain }),
    )
  return { engine, commits, transactions, organization: await make('one'), make }
}

const rename = (tx: Tx, name: string) =>
  tx.db.updateTable('organizations').set({ name }).where('id', '=', tx.organizationId).execute()
const note = (tx: Tx, text: string) => tx.emit({ type: 'note', text }, { everyone: true })

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
  expect(commits).toMatchObject([[{ body: { text: 'first' } }, { body: { text: 'third' } }]])
  const row = await engine.reader
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organization)
    .executeTakeFirst()
  expect(row?.name).toBe('one')
})

test('an event and its change are there together or not at all', async () => {
  const { engine, transactions, organization } = await setUp()
  const log = () => engine.reader.selectFrom('event_log').select('body').where('type', '=', 'note').execute()
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
  expect(await log()).toEqual([{ body: '{"type":"note","text":"kept"}' }])
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
  expect(commits.map((rows) => rows.map((row) => row.body.text))).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
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
      .where('type', '=', 'note')
      .orderBy('id')
      .execute()
    const numbers = rows.map((row) => Number((JSON.parse(row.body) as { text: string }).text))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toHaveLength(100)
  }
})
