import { expect, onTestFinished, test } from 'vitest'
import { byAccount } from '#model/audit.ts'
import type { Engine } from '#store/engines/engine.ts'
import { insertOrganization } from '#store/organization/organizations.ts'
import { testEngine } from '#test/engine.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { digestOf, findAuditChain, forgetAudit, readAuditRows } from './audit-log.ts'
import { type CommitListener, installation, Transactions } from './transactions.ts'
import { verifyAudit } from './verify-audit.ts'

const listener: CommitListener = { beforeBatch: async () => {}, committed: async () => {} }
const iris = byAccount({ id: 9, botType: null }, '203.0.113.7', 'session 4')

async function setUp() {
  const engine = await testEngine()
  onTestFinished(() => engine.close())
  await engine.migrate()
  const clock = new FakeClock()
  const transactions = new Transactions(engine, clock, listener)
  const make = (subdomain: string) =>
    transactions.transact(installation, (tx) =>
      insertOrganization(tx, { name: subdomain, subdomain, uuid: subdomain }),
    )
  const organization = await make('one')
  const note = (id: number, of = organization, by = transactions) =>
    by.transact(of, async (tx) => tx.audit('key.replaced', { kind: 'user', id }), { by: iris })
  const rows = (of = organization) => readAuditRows(engine.reader, of, { after: 0, limit: 1000 })
  const problems = async (of = organization) => (await verifyAudit(engine.reader, of)).problems
  return { engine, clock, transactions, organization, make, note, rows, problems }
}

/** Five rows of one organization, and statements by which somebody tampers with them. */
async function tampered(change: (db: Engine['reader'], organization: number) => Promise<unknown>) {
  const scene = await setUp()
  for (const id of [1, 2, 3, 4, 5]) await scene.note(id)
  expect(await scene.problems()).toEqual([])
  await scene.transactions.transact(scene.organization, (tx) => change(tx.db, scene.organization))
  return scene
}

test('a row tells who did what to whom, when and from where, and follows from the row before', async () => {
  const { clock, organization, transactions, rows, problems } = await setUp()
  await transactions.transact(
    organization,
    async (tx) => {
      tx.audit('session.ended', { kind: 'user', id: 7 }, { sessions: [3] })
      tx.audit('key.replaced')
    },
    { by: iris },
  )
  const [first, second] = await rows()
  const at = Math.floor(clock.now() / 1000)
  const author = { actor_kind: 'user', actor_id: 9, credential: 'session 4', address: '203.0.113.7', at }
  expect(first).toMatchObject({
    ...author,
    number: 1,
    action: 'session.ended',
    target_kind: 'user',
    target_id: 7,
  })
  expect(JSON.parse(first?.detail ?? '')).toEqual({ sessions: [3] })
  expect(second).toMatchObject({ ...author, number: 2, target_kind: null, target_id: null, detail: '{}' })
  expect(first?.digest).toMatch(/^[\w-]{43}$/)
  expect(second?.digest).toBe(second && digestOf(first?.digest ?? '', second))
  expect(await problems()).toEqual([])
})

test('a body that fails leaves no row, alone or among others', async () => {
  const { organization, transactions, note, rows, problems } = await setUp()
  const fail = () =>
    transactions.transact(organization, async (tx) => {
      tx.audit('key.replaced')
      throw new Error('changed my mind')
    })
  await expect(fail()).rejects.toThrow('changed my mind')
  expect(await rows()).toEqual([])
  await Promise.allSettled([note(1), fail(), note(2)])
  expect((await rows()).map((row) => [row.number, row.target_id])).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(await problems()).toEqual([])
})

test('organizations have chains of their own', async () => {
  const { organization, make, note, rows, problems } = await setUp()
  const other = await make('two')
  await Promise.all([note(1), note(2, other), note(3), note(4, other)])
  const targets = async (of: number) => (await rows(of)).map((row) => [row.number, row.target_id])
  expect(await targets(organization)).toEqual([
    [1, 1],
    [2, 3],
  ])
  expect(await targets(other)).toEqual([
    [1, 2],
    [2, 4],
  ])
  expect([await problems(), await problems(other)]).toEqual([[], []])
})

test('several writers at once keep one chain', async () => {
  const { engine, clock, organization, note, rows, problems } = await setUp()
  // On PostgreSQL, they take turns as processes do.
  const writers = [1, 2, 3].map(() => new Transactions(engine, clock, listener))
  const ids = Array.from({ length: 60 }, (_, id) => id + 1)
  await Promise.all(ids.map((id) => note(id, organization, writers[id % 3])))
  const written = await rows()
  expect(written.map(({ number }) => number)).toEqual(ids)
  expect(written.map((row) => row.target_id).toSorted((a, b) => Number(a) - Number(b))).toEqual(ids)
  expect(await problems()).toEqual([])
})

test.for([
  ['target_id', 99],
  ['detail', '{"sessions":[]}'],
  ['at', 1],
  ['actor_id', 8],
  ['address', null],
  ['credential', 'key'],
  ['action', 'token.ended'],
  ['digest', 'x'],
] as const)('a row whose %s was changed is found', async ([column, value]) => {
  const { problems } = await tampered((db, organization) =>
    db
      .updateTable('audit_log')
      .set({ [column]: value })
      .where('organization_id', '=', organization)
      .where('number', '=', 3)
      .execute(),
  )
  expect(await problems()).toContain(
    'Row 3 does not follow from row 2: one of the two was changed, put in or moved.',
  )
})

test.for([
  [1, 'Row 1 is missing.'],
  [3, 'Row 3 is missing.'],
  [5, 'Row 5 is missing.'],
] as const)('row %i that was removed is found', async ([number, problem]) => {
  const { problems } = await tampered((db, organization) =>
    db
      .deleteFrom('audit_log')
      .where('organization_id', '=', organization)
      .where('number', '=', number)
      .execute(),
  )
  expect(await problems()).toEqual([problem])
})

test('rows that changed places are found', async () => {
  const { problems } = await tampered(async (db, organization) => {
    for (const [from, to] of [
      [2, 100],
      [4, 2],
      [100, 4],
    ] as const)
      await db
        .updateTable('audit_log')
        .set({ number: to })
        .where('organization_id', '=', organization)
        .where('number', '=', from)
        .execute()
  })
  expect(await problems()).toEqual(
    [2, 3, 4, 5].map(
      (number) =>
        `Row ${number} does not follow from row ${number - 1}: one of the two was changed, put in or moved.`,
    ),
  )
})

test('a chain that was computed again is found by whoever has kept a digest', async () => {
  const { engine, organization, note, problems } = await setUp()
  for (const id of [1, 2, 3]) await note(id)
  const { newest: kept } = await findAuditChain(engine.reader, organization)
  await note(4)
  expect((await verifyAudit(engine.reader, organization, kept)).problems).toEqual([])
  const other = { ...kept, digest: kept.digest.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }
  expect((await verifyAudit(engine.reader, organization, other)).problems).toEqual([
    `Row 3 does not have the digest ${other.digest} any more: the log was written again.`,
  ])
  expect(await problems()).toEqual([])
})

test('old rows are forgotten, which the log says itself, and rows that others remove are missed', async () => {
  const { engine, clock, organization, transactions, note, rows, problems } = await setUp()
  await note(1)
  await note(2)
  clock.advance({ hours: 1 })
  await note(3)
  const now = Math.floor(clock.now() / 1000)
  const forget = (before: number) => transactions.transact(organization, (tx) => forgetAudit(tx, before))
  const { newest: kept } = await findAuditChain(engine.reader, organization)
  expect(await forget(now)).toBe(2)
  expect((await rows()).map(({ number, action }) => [number, action])).toEqual([
    [3, 'key.replaced'],
    [4, 'audit.forgotten'],
  ])
  expect(await problems()).toEqual([])
  expect((await verifyAudit(engine.reader, organization, kept)).problems).toEqual([])
  expect(await forget(now)).toBe(0)
  expect(await rows()).toHaveLength(2)
  // Whoever removes the oldest row has to say so in the log.
  await transactions.transact(organization, async ({ db }) => {
    await db.deleteFrom('audit_log').where('number', '=', 3).execute()
    await db.updateTable('audit_chains').set({ forgotten_number: 3, forgotten_digest: kept.digest }).execute()
  })
  expect(await problems()).toEqual(['No row says that the rows up to 3 were forgotten: some were removed.'])
})
