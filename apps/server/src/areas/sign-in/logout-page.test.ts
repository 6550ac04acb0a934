import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())

const led = { LOGOUT_AT_PROVIDER: 'on' }

async function organization(settings: Readonly<Record<string, string>>): Promise<TestApp> {
  const t = await testApp(settings)
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

/** Signs Wera in; `cookies` are those of her browser at the provider. */
async function enter(t: TestApp, at: OidcServer, cookies = new Map<string, string>()): Promise<TestBrowser> {
  at.person({ sub: 'wera', email: 'wera@corp.example', email_verified: true, name: 'Wera' })
  const browser = new TestBrowser(t)
  const { headers } = await browser.request('GET', '/accounts/login/social/oidc/corp')
  const { pathname, search } = await at.signIn(String(headers.location), 'wera', cookies)
  await browser.request('GET', pathname + search)
  expect(await statusOf(browser)).toBe(200)
  return browser
}

const statusOf = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).status
const signOut = (browser: TestBrowser, headers: Readonly<Record<string, string>> = {}) =>
  browser.request('POST', '/accounts/logout/', {}, headers)

test('whoever came by a provider is led there to sign out, and back', async () => {
  const t = await organization(corp.settings('CORP', led))
  const cookies = new Map<string, string>()
  const browser = await enter(t, corp, cookies)
  const { status, headers } = await signOut(browser)
  expect(status).toBe(303)
  const address = new URL(String(headers.location))
  expect(address.origin).toBe(corp.issuer)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'tagma',
    post_logout_redirect_uri: `http://${t.host}/login/`,
  })
  expect(await statusOf(browser)).toBe(401)
  expect(await corp.signOut(cookies, address.href)).toBe(`http://${t.host}/login/`)
})

test('a script gets the address as JSON', async () => {
  const t = await organization(corp.settings('CORP', led))
  const { status, headers, json } = await signOut(await enter(t, corp), { accept: 'application/json' })
  expect(status).toBe(200)
  expect(json).toEqual({ go_to: expect.stringMatching(/\/session\/end\?.*client_id=tagma/) })
  expect(headers['clear-site-data']).toBe('"cache", "storage"')
})

test('without the setting, and for a session by password, it is the sign-in page', async () => {
  const plain = await organization(corp.settings('CORP'))
  expect((await signOut(await enter(plain, corp))).headers.location).toBe('/login/')
  const t = await organization(corp.settings('CORP', led))
  const mia = new TestBrowser(t)
  await mia.enter(await t.given.user('mia'))
  expect((await signOut(mia, { accept: 'application/json' })).json).toEqual({ go_to: '/login/' })
  expect((await signOut(new TestBrowser(t))).headers.location).toBe('/login/')
})

test('a provider that is away keeps nobody signed in', async () => {
  const other = await oidcServer()
  const t = await organization(other.settings('CORP', led))
  const browser = await enter(t, other)
  await other.close()
  // Its documents are asked for again after an hour.
  t.clock.advance({ hours: 1, seconds: 1 })
  expect((await signOut(browser)).headers.location).toBe('/login/')
  expect(await statusOf(browser)).toBe(401)
})
