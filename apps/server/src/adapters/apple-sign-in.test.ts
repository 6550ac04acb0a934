import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#config/config.ts'
import { must } from '#model/must.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { appleServer, type AppleServer } from '#test/apple-server.ts'
import { TestBrowser } from '#test/browser.ts'
import { openidClientOidc } from './openid-client-oidc.ts'

let apple: AppleServer
beforeAll(async () => {
  apple = await appleServer()
})
afterAll(() => apple.close())

const wera = {
  sub: '001.wera',
  email: 'wera@example.com',
  emailVerified: 'true',
  name: { firstName: 'Wera', lastName: 'Weber' },
}

async function organization(): Promise<TestApp> {
  const t = await testApp(apple.settings)
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

/** Goes to Apple, agrees there, and lets its page post the answer. */
async function enter(browser: TestBrowser, person: Parameters<AppleServer['agree']>[1], forged: object = {}) {
  const { headers } = await browser.request('GET', '/accounts/login/social/oidc/orchard')
  const fields = { ...apple.agree(String(headers.location), person), ...forged }
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: apple.issuer, cookie: '' }
  const posted = await browser.request('POST', '/complete/orchard/', fields, elsewhere)
  expect(posted.status).toBe(303)
  const { pathname, search } = new URL(String(posted.headers.location))
  return browser.request('GET', pathname + search)
}

const me = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).json

test('somebody of Apple comes with the name of the first answer, and is known again without one', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  expect((await enter(browser, wera)).headers.location).toBe('/')
  const first = await me(browser)
  expect(first).toMatchObject({ full_name: 'Wera Weber', delivery_email: 'wera@example.com' })
  const { name: _name, ...nameless } = wera
  const again = new TestBrowser(t)
  await enter(again, { ...nameless, email: 'relay@privaterelay.appleid.com' })
  expect(await me(again)).toMatchObject({ user_id: first.user_id, full_name: 'Wera Weber' })
})

test('an address that Apple has not verified makes no account, and the form of the answer proves nothing', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const forged = {
    user: JSON.stringify({ name: {}, email: 'olive@example.com', email_verified: true, sub: 'x' }),
  }
  const answer = await enter(browser, { ...wera, sub: '002', emailVerified: 'false' }, forged)
  expect(answer.body).toContain('Code S-6-unverified')
  expect(browser.cookie).toBeUndefined()
})

test('a name that is no JSON, or another browser’s answer, is no fault', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  await enter(browser, { ...wera, sub: '003', email: 'mo@example.com' }, { user: '{' })
  expect(await me(browser)).toMatchObject({ full_name: 'mo' })
  const other = new TestBrowser(t)
  expect((await enter(other, { ...wera, sub: '004' }, { state: 'of another' })).body).toContain(
    'Code S-1-browser',
  )
})

/** The problem that the doctor tells, with some settings changed. */
async function problemWith(parts: Readonly<Record<string, string>>): Promise<string | undefined> {
  const named = Object.entries(parts).map(([part, value]) => [`TAGMA_SIGN_IN_ORCHARD_${part}`, value])
  const { providers, outgoing } = parseConfig({ ...apple.settings, ...Object.fromEntries(named) })
  const oidc = openidClientOidc(must(providers[0], 'it is set up'), outgoing, () => 0)
  return oidc.problem('https://chat.example.com/complete/orchard/')
}

test('the doctor says which parts of the key do not fit', async () => {
  expect(await problemWith({})).toBeUndefined()
  const wrong =
    /^orchard does not accept the client: TAGMA_SIGN_IN_ORCHARD_CLIENT_ID is the Services ID, and TAGMA_SIGN_IN_ORCHARD_TEAM_ID/
  expect(await problemWith({ TEAM_ID: 'OTHER00001' })).toMatch(wrong)
  expect(await problemWith({ KEY_ID: 'OTHER00001' })).toMatch(wrong)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = `${apple.settings.TAGMA_SIGN_IN_ORCHARD_KEY_FILE}.other`
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(await problemWith({ KEY_FILE: file })).toMatch(wrong)
  expect(await problemWith({ KEY_FILE: '/nowhere/AuthKey.p8' })).toMatch(/\/nowhere\/AuthKey\.p8/)
})
