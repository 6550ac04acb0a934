import type { Input } from '@tagma/contract/define.ts'
import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { digestOf, listAuditRows, readAuditRows } from '#store/log/audit-log.ts'
import { verifyAudit } from '#store/log/verify-audit.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { forgetAuditJob } from './forget-audit-job.ts'

async function scene() {
  const t = await testApp()
  const owner = await t.given.user('olive', { role: 'owner' })
  const { iris, leo } = await t.given.members('iris', 'leo')
  await t.as(owner).call(updateUser, { user_id: iris.id, role: roles.moderator })
  await t.as(leo).call(regenerateApiKey, {})
  return { t, owner, iris }
}

const rowsOf = async (t: TestApp) =>
  readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })

test('everybody reads what they did and what was done to them, but not from where others did it', async () => {
  const { t, owner, iris } = await scene()
  const browser = await new TestBrowser(t).enter(iris)
  const { audit_log: own } = await t.as(iris).call(getAuditLog, {})
  expect(own.map(({ action }) => action)).toEqual(['session.opened', 'user.role', 'user.created'])
  expect(own[0]).toMatchObject({ actor_kind: 'user', actor_id: iris.id, address: '127.0.0.1' })
  expect(own[1]).toMatchObject({ actor_id: owner.id, credential: null, address: null })
  expect(own[1]?.detail).toEqual({ from: roles.member, to: roles.moderator })
  // A page of the browser reads the same.
  const page = (await browser.call('GET', '/tagma/audit_log')).json
  expect(page.audit_log).toEqual(own)
})

test('owners read all, which is noted, and nobody else does', async () => {
  const { t, owner, iris } = await scene()
  const administrator = await t.given.user('ada', { role: 'administrator' })
  for (const other of [iris, administrator])
    expect(await t.as(other).refusal(getAuditLog, { everybody: true })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  const before = await rowsOf(t)
  const { audit_log: all } = await t.as(owner).call(getAuditLog, { everybody: true, limit: 1000 })
  expect(all.map(({ number, digest }) => [number, digest])).toEqual(
    before.map(({ number, digest }) => [number, digest]).toReversed(),
  )
  expect(all.find(({ action }) => action === 'user.role')).toMatchObject({
    credential: 'key',
    address: '127.0.0.1',
  })
  expect((await rowsOf(t)).at(-1)).toMatchObject({ action: 'audit.read', actor_id: owner.id })
  // Reading one's own leaves no row.
  const number = (await rowsOf(t)).length
  await t.as(owner).call(getAuditLog, {})
  expect(await rowsOf(t)).toHaveLength(number)
})

test('rows are found by actor, thing, action, time and place', async () => {
  const { t, owner, iris } = await scene()
  const find = async (filter: Partial<Input<typeof getAuditLog>>) =>
    (await t.as(owner).call(getAuditLog, { everybody: true, limit: 1000, ...filter })).audit_log
  const roleRows = await find({ action: 'user.role' })
  expect(roleRows).toHaveLength(1)
  expect(await find({ target_kind: 'user', target_id: iris.id, action: 'user.role' })).toEqual(roleRows)
  expect(await find({ target_kind: 'channel', target_id: iris.id })).toEqual([])
  expect((await find({ actor_id: owner.id })).every((row) => row.actor_id === owner.id)).toBe(true)
  const [row] = roleRows
  expect((await find({ before: row?.number, limit: 1 })).map(({ number }) => number)).toEqual([
    Number(row?.number) - 1,
  ])
  expect(await find({ since: Number(row?.timestamp) + 1 })).toEqual([])
  expect((await t.as(owner).refusal(getAuditLog, { target_id: 3 })).code).toBe('BAD_REQUEST')
})

test('rows are found by account, by several actions and up to a time', async () => {
  const { t, owner, iris } = await scene()
  const find = async (filter: Partial<Input<typeof getAuditLog>>) =>
    (await t.as(owner).call(getAuditLog, { everybody: true, limit: 1000, ...filter })).audit_log
  const actionsOf = async (filter: Partial<Input<typeof getAuditLog>>) =>
    (await find(filter)).map(({ action }) => action)
  expect(await actionsOf({ user_id: iris.id })).toEqual(['user.role', 'user.created'])
  expect(await actionsOf({ actions: ['user.role', 'key.replaced'] })).toEqual(['key.replaced', 'user.role'])
  const [newest] = await find({ actions: ['key.replaced'] })
  const time = Number(newest?.timestamp)
  expect(await actionsOf({ actions: ['key.replaced'], until: time })).toEqual([])
  expect(await actionsOf({ actions: ['key.replaced'], until: time + 1 })).toEqual(['key.replaced'])
  // Others find nothing by the account of somebody else.
  expect((await t.as(iris).call(getAuditLog, { user_id: owner.id })).audit_log).toEqual([])
})

test('owners fetch the log as a file, as many rows as there are, and each file leaves a row', async () => {
  const { t, owner, iris } = await scene()
  await t.app.services.data.transact(t.organizationId, async (tx) => {
    for (let count = 0; count < 1100; count++)
      tx.audit('user.role', { kind: 'user', id: iris.id }, { note: 'a, "b"' })
  })
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 2000 })
  const browser = await new TestBrowser(t).enter(owner)
  const lines = await browser.request('GET', '/tagma/audit.jsonl?actions=["user.role"]')
  expect([lines.status, lines.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="audit-[\d-]+\.jsonl"$/),
  ])
  const read = lines.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { number: number })
  expect(read.map(({ number }) => number)).toEqual(
    rows.flatMap(({ action, number }) => (action === 'user.role' ? number : [])).toReversed(),
  )
  const table = await browser.request('GET', `/tagma/audit.csv?user_id=${iris.id}`)
  const [head, first] = table.body.split('\r\n')
  expect(head).toBe(
    'number,timestamp,actor_kind,actor_id,credential,address,action,target_kind,target_id,detail,digest',
  )
  expect(first).toContain(`,user.role,user,${iris.id},"{""note"":""a, \\""b\\""""}",`)
  const { data } = t.app.services
  const newest = await listAuditRows(data.db, t.organizationId, { action: 'audit.read', limit: 2 })
  expect(newest.map(({ detail, credential }) => [JSON.parse(detail), credential])).toEqual([
    [{ user_id: iris.id, file: 'csv' }, expect.stringMatching(/^session \d+$/)],
    [{ actions: ['user.role'], file: 'jsonl' }, expect.stringMatching(/^session \d+$/)],
  ])
})

test('nobody but owners fetches the file, and a wrong filter is said', async () => {
  const { t, owner, iris } = await scene()
  const status = async (browser: TestBrowser, query = '') =>
    (await browser.request('GET', `/tagma/audit.csv${query}`)).status
  expect(await status(new TestBrowser(t))).toBe(401)
  expect(await status(await new TestBrowser(t).enter(iris))).toBe(400)
  const browser = await new TestBrowser(t).enter(owner)
  expect(await status(browser, '?since=yesterday')).toBe(400)
  expect(await status(browser, '?target_id=3')).toBe(400)
})

test('a token needs the scope organization, and its rows name it', async () => {
  const { t, owner } = await scene()
  const make = async (scope: 'organization' | 'settings') => {
    const made = await t
      .as(owner)
      .call(createAccessToken, { name: scope, scopes: [scope], password: 'password of olive' })
    return { ...owner, apiKey: made.token, tokenId: made.id }
  }
  expect((await t.as(await make('settings')).refusal(getAuditLog, {})).code).toBe('INSUFFICIENT_SCOPE')
  const collector = await make('organization')
  await t.as(collector).call(getAuditLog, { everybody: true })
  const last = (await rowsOf(t)).at(-1)
  expect(last).toMatchObject({ action: 'audit.read', credential: `token ${collector.tokenId}` })
})

test('rows are forgotten when their time has come, and the log stays whole', async () => {
  const { t, owner } = await scene()
  const { services } = t.app
  const count = (await rowsOf(t)).length
  const run = () => forgetAuditJob.run(services, t.organizationId)
  await run()
  expect(await rowsOf(t)).toHaveLength(count)
  t.clock.advance({ days: 401 })
  await t.as(owner).call(getAuditLog, { everybody: true })
  await run()
  const [first, second, ...more] = await rowsOf(t)
  expect([first?.action, second?.action, more]).toEqual(['audit.read', 'audit.forgotten', []])
  expect(second && digestOf(first?.digest ?? '', second)).toBe(second?.digest)
  expect((await verifyAudit(services.data.db, t.organizationId)).problems).toEqual([])
})
