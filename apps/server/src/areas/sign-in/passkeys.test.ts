import { addPasskey } from '@tagma/contract/endpoints/sign-in/add-passkey.ts'
import { askForPasskey } from '@tagma/contract/endpoints/sign-in/ask-for-passkey.ts'
import { beginPasskey } from '@tagma/contract/endpoints/sign-in/begin-passkey.ts'
import { getPasskeys } from '@tagma/contract/endpoints/sign-in/get-passkeys.ts'
import { removePasskey } from '@tagma/contract/endpoints/sign-in/remove-passkey.ts'
import { renamePasskey } from '@tagma/contract/endpoints/sign-in/rename-passkey.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import type { TestUser } from '#test/given.ts'
import { type Forgery, PasskeyDevice } from '#test/passkey-device.ts'

const password = 'password of iris'
const secondStep = '/accounts/login/second-factor/'

const isIn = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).status === 200

const originOf = (t: TestApp) => `http://${t.host}`

async function addTo(t: TestApp, user: TestUser, device: PasskeyDevice, { name = 'Laptop', code = '' } = {}) {
  const { options } = await t.as(user).call(beginPasskey, { code })
  return t.as(user).call(addPasskey, { name, passkey: device.create(options) })
}

async function scene() {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const device = new PasskeyDevice(originOf(t))
  const added = await addTo(t, iris, device)
  return { t, iris, device, added }
}

/** Signs in by the passkey alone. */
async function enter(t: TestApp, device: PasskeyDevice, forgery: Forgery = {}) {
  const browser = new TestBrowser(t)
  const { json: options } = await browser.request('POST', '/login/passkey/options')
  const passkey = JSON.stringify(device.get(options, forgery))
  const answer = await browser.request('POST', '/login/passkey/', { passkey, next: '/#recent' })
  return { browser, passkey, answer }
}

test('a passkey is made, listed and named, brings recovery codes once, and a mail tells of it', async () => {
  const { t, iris, device, added } = await scene()
  expect(added.recovery_codes).toHaveLength(10)
  const code = added.recovery_codes[0] ?? ''
  const phone = await addTo(t, iris, new PasskeyDevice(originOf(t)), { name: 'Phone', code })
  expect(phone.recovery_codes).toEqual([])
  await t.as(iris).call(renamePasskey, { passkey_id: added.id, name: ' Desk ' })
  const { passkeys } = await t.as(iris).call(getPasskeys, {})
  expect(passkeys).toMatchObject([
    { id: added.id, name: 'Desk', used_at: null, is_synced: false, works_here: true },
    { name: 'Phone' },
  ])
  await enter(t, device)
  expect((await t.as(iris).call(getPasskeys, {})).passkeys[0]?.used_at).toBe(t.clock.now() / 1000)
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.map(({ subject }) => subject)).toContain(
    `A passkey was added at ${t.directory.organization.name}`,
  )
})

test('it signs in by itself, once for each question, and only in the browser that asked', async () => {
  const { t, device } = await scene()
  const { browser, passkey, answer } = await enter(t, device)
  expect(answer.headers.location).toBe('/#recent')
  expect(await isIn(browser)).toBe(true)
  const { json } = await browser.call('GET', '/tagma/sessions')
  expect(json.sessions).toContainEqual(expect.objectContaining({ is_current: true, methods: ['passkey'] }))
  // The same answer again, in this and in another browser.
  for (const other of [browser, new TestBrowser(t)])
    expect((await other.request('POST', '/login/passkey/', { passkey })).status).toBe(200)
  const asked = new TestBrowser(t)
  const { json: options } = await asked.request('POST', '/login/passkey/options')
  const stolen = JSON.stringify(device.get(options))
  const thief = new TestBrowser(t)
  await thief.request('POST', '/login/passkey/options')
  await thief.request('POST', '/login/passkey/', { passkey: stolen })
  expect(await isIn(thief)).toBe(false)
})

const forgeries: readonly (readonly [string, Forgery])[] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['whose device has not looked who is there', { isVerified: false }],
  ['to another question', { challenge: 'b3RoZXI' }],
  ['for another person', { userHandle: 'b3RoZXI' }],
  ['with a counter that went back', { counter: 1 }],
]

test.each(forgeries)('an answer %s signs nobody in', async (_, forgery) => {
  const { t, device } = await scene()
  await enter(t, device)
  const { browser, answer } = await enter(t, device, forgery)
  expect(answer.body).toContain('This passkey did not sign you in')
  expect(await isIn(browser)).toBe(false)
})

test('a counter that went back is told to the person and kept in the audit log', async () => {
  const { t, iris, device } = await scene()
  await enter(t, device)
  await enter(t, device, { counter: 1 })
  await sendMailJob.run(t.app.services, t.organizationId)
  expect(t.mails.at(-1)).toMatchObject({ to: iris.email, subject: expect.stringContaining('was refused') })
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
  expect(rows.at(-1)).toMatchObject({ action: 'factor.refused', target_id: iris.id })
  expect(JSON.parse(rows.at(-1)?.detail ?? '')).toEqual({ by: 'copied passkey' })
})

test('a password is not enough beside a passkey, which is the second step, as a recovery code is', async () => {
  const { t, device, added } = await scene()
  const byPassword = async () => {
    const browser = new TestBrowser(t)
    const first = await browser.request('POST', '/login/', { username: 'iris@example.com', password })
    expect(first.headers.location).toBe(secondStep)
    expect(await isIn(browser)).toBe(false)
    const page = (await browser.request('GET', secondStep)).body
    const options = JSON.parse(
      (/data-options="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"'),
    ) as unknown
    return { browser, options }
  }
  const { browser, options } = await byPassword()
  await browser.request('POST', secondStep, { passkey: JSON.stringify(device.get(options)) })
  expect(await isIn(browser)).toBe(true)
  const { json } = await browser.call('GET', '/tagma/sessions')
  expect(json.sessions).toContainEqual(expect.objectContaining({ methods: ['password', 'passkey'] }))

  const wrong = await byPassword()
  for (const passkey of [
    '',
    '{}',
    'null',
    '[1]',
    '{"id":7,"response":{}}',
    JSON.stringify(device.get(options)),
  ]) {
    const answer = await wrong.browser.request('POST', secondStep, { passkey })
    expect([200, 410]).toContain(answer.status)
  }
  expect(await isIn(wrong.browser)).toBe(false)

  const other = await byPassword()
  await other.browser.request('POST', secondStep, { code: added.recovery_codes[0] ?? '' })
  expect(await isIn(other.browser)).toBe(true)
})

test('a passkey proves that it is you, and removing the last one ends the recovery codes', async () => {
  const { t, iris, device, added } = await scene()
  const { browser } = await enter(t, device)
  t.clock.advance({ minutes: 16 })
  const path = `/tagma/passkeys/${added.id}`
  const asked = await browser.call('DELETE', path)
  expect([asked.status, asked.json.ways]).toEqual([403, ['passkey', 'recovery']])
  const { json } = await browser.call('POST', '/tagma/step_up/passkey')
  const passkey = JSON.stringify(device.get(json.options))
  expect((await browser.call('POST', '/tagma/step_up', { passkey })).status).toBe(200)
  expect((await browser.call('POST', '/tagma/step_up', { passkey })).json.code).toBe('AUTHENTICATION_FAILED')
  expect((await browser.call('DELETE', path)).status).toBe(200)
  expect((await t.as(iris).call(getPasskeys, {})).passkeys).toEqual([])
  const signedIn = await new TestBrowser(t).enter(iris)
  expect(await isIn(signedIn)).toBe(true)
  const { browser: gone } = await enter(t, device)
  expect(await isIn(gone)).toBe(false)
})

test('nobody uses, names or removes passkeys of others, and a known one is not added again', async () => {
  const { t, iris, added } = await scene()
  const { leo } = await t.given.members('leo')
  expect(await t.as(leo).refusal(renamePasskey, { passkey_id: added.id, name: 'mine' })).toMatchObject({
    message: 'You have no such passkey.',
  })
  const device = new PasskeyDevice(originOf(t))
  const { options } = await t.as(leo).call(beginPasskey, {})
  const passkey = device.create(options)
  expect(await t.as(leo).refusal(removePasskey, { passkey_id: added.id })).toMatchObject({ status: 404 })
  expect(await t.as(leo).refusal(askForPasskey, {})).toMatchObject({ message: 'You have no passkey.' })
  // The question was for another person.
  expect(await t.as(iris).refusal(addPasskey, { name: 'a', passkey })).toMatchObject({ code: 'BAD_REQUEST' })
  await t.as(leo).call(addPasskey, { name: 'a', passkey })
  expect(await t.as(leo).refusal(addPasskey, { name: 'a', passkey })).toMatchObject({ code: 'BAD_REQUEST' })
})

const madeWrongly = forgeries.filter(
  ([, { counter, userHandle }]) => counter === undefined && userHandle === undefined,
)

test.each(madeWrongly)('a passkey %s is not kept', async (_, forgery) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { options } = await t.as(iris).call(beginPasskey, {})
  const passkey = new PasskeyDevice(originOf(t)).create(options, forgery)
  expect(await t.as(iris).refusal(addPasskey, { name: 'a', passkey })).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await t.as(iris).call(getPasskeys, {})).passkeys).toEqual([])
})

test('broken input gets a clear error', async () => {
  const { t, iris } = await scene()
  for (const passkey of [{}, { id: 7 }, { id: 'a', response: { clientDataJSON: 'e30' } }])
    expect(await t.as(iris).refusal(addPasskey, { name: 'a', passkey })).toMatchObject({
      code: 'BAD_REQUEST',
    })
  for (const name of ['', ' '.repeat(3), 'x'.repeat(61)])
    expect(await t.as(iris).refusal(addPasskey, { name, passkey: {} })).toMatchObject({ code: 'BAD_REQUEST' })
})
