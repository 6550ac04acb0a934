import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'
import { encryptedFor } from './app-token.ts'

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())

async function organization(): Promise<TestApp> {
  const t = await testApp(corp.settings('CORP', { LABEL: 'Corp', ICON_URL: 'https://corp.example/icon.png' }))
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

const android = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'
const otp = '186f6d085a5621ebaf1ccfc05033e8acba57dae03f061705ac1e58c402c30a31'

/** Makes a person at the provider with an address. */
function person(email = `${systemRandom.uuid()}@corp.example`): string {
  const sub = systemRandom.uuid()
  corp.person({ sub, email, email_verified: true, name: 'Wera' })
  return sub
}

/** Does what the app does: takes the address of the first method, replaces its query, and opens it in a browser. */
async function begin(t: TestApp, browser: TestBrowser, pad = otp) {
  const settings = await t.as(undefined).call(getServerSettings, {})
  const method = must(settings.external_authentication_methods[0], 'there is a method')
  const url = new URL(method.login_url, settings.realm_uri)
  url.search = String(new URLSearchParams({ mobile_flow_otp: pad }))
  return browser.request('GET', url.pathname + url.search)
}

async function enter(t: TestApp, browser: TestBrowser, sub: string) {
  const { headers } = await begin(t, browser)
  const { pathname, search } = await corp.signIn(String(headers.location), sub)
  return browser.request('GET', pathname + search)
}

/** Reads what the app was handed, as the app reads it. */
function handed(location: unknown) {
  const url = new URL(String(location))
  expect([url.protocol, url.host]).toEqual(['zulip:', 'login'])
  const field = (name: string) => must(url.searchParams.get(name), `the address has ${name}`)
  const encrypted = field('otp_encrypted_api_key')
  expect(encrypted).toMatch(/^[0-9a-f]{64}$/)
  return {
    email: field('email'),
    id: Number(field('user_id')),
    realm: field('realm'),
    apiKey: decrypted(encrypted),
  }
}

/** Undoes the pad byte by byte. */
const decrypted = (encrypted: string) =>
  Buffer.from(
    Buffer.from(encrypted, 'hex').map((byte, at) => byte ^ (Buffer.from(otp, 'hex')[at] ?? 0)),
  ).toString()

test('keys are encrypted as the app decrypts them', () => {
  expect(encryptedFor(otp, 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv')).toBe(
    '7f052c386e0c7888de4484a13c45b1e1fb6f95856755717ff95114b676a15047',
  )
})

test('apps learn of the services', async () => {
  const t = await organization()
  expect(await t.as(undefined).call(getServerSettings, {})).toMatchObject({
    authentication_methods: { 'openid connect': true, google: false, password: true },
    external_authentication_methods: [
      {
        name: 'oidc:corp',
        display_name: 'Corp',
        display_icon: 'https://corp.example/icon.png',
        login_url: '/accounts/login/social/oidc/corp',
        signup_url: '/accounts/register/social/oidc/corp',
      },
    ],
  })
})

test('an app gets a token of its own, and the browser gets no session', async () => {
  const t = await organization()
  const browser = new TestBrowser(t, android)
  const { status, headers } = await enter(t, browser, person('wera@corp.example'))
  expect([status, browser.cookie]).toEqual([302, undefined])
  const { email, id, realm, apiKey } = handed(headers.location)
  expect([email, realm]).toEqual(['wera@corp.example', `http://${t.host}`])
  expect(apiKey).toMatch(/^tgm_\w{28}$/)
  expect(await t.as({ id, email, apiKey }).call(getOwnUser, {})).toMatchObject({ user_id: id })
  const user = must(t.directory.users.get(id), 'the account exists')
  const { access_tokens: tokens } = await t.as({ id, email, apiKey: user.apiKey }).call(getAccessTokens, {})
  const now = Math.floor(t.clock.now() / 1000)
  expect(tokens).toMatchObject([
    { kind: 'app', name: 'App on Android', scopes: ['full'], expires_at: now + 90 * 24 * 3600 },
  ])
})

test('an app gets a token after the proof that an account is its person’s, too', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const browser = new TestBrowser(t, android)
  expect((await enter(t, browser, person(iris.email))).headers.location).toBe('/accounts/login/link/')
  const form = await browser.request('GET', '/accounts/login/link/')
  // Without this, browsers block the way from the form to the app.
  expect(form.headers['content-security-policy']).toContain("form-action 'self' zulip:;")
  const { headers } = await browser.request('POST', '/accounts/login/link/', { password: 'password of iris' })
  const { id, email, apiKey } = handed(headers.location)
  expect([id, email, browser.cookie]).toEqual([iris.id, iris.email, undefined])
  expect(await t.as({ id, email, apiKey }).call(getOwnUser, {})).toMatchObject({
    user_id: iris.id,
  })
})

test('a pad of an app counts for one sign-in, without which its key cannot be read', async () => {
  const t = await organization()
  const sub = person()
  const browser = new TestBrowser(t, android)
  const { headers } = await enter(t, browser, sub)
  const { apiKey } = handed(headers.location)
  const encrypted = new URL(String(headers.location)).searchParams.get('otp_encrypted_api_key') ?? ''
  expect(encrypted).not.toContain(Buffer.from(apiKey).toString('hex').slice(0, 8))
  // The next sign-in of that browser is its own, and no app gets a key by it.
  const begun = await browser.request('GET', '/accounts/login/social/oidc/corp')
  const { pathname, search } = await corp.signIn(String(begun.headers.location), sub)
  expect((await browser.request('GET', pathname + search)).headers.location).toBe('/')
  expect(browser.cookie).toBeDefined()
})

test('thirty apps have a token; another one ends the one that was not used for longest', async () => {
  const t = await organization()
  const sub = person('many@corp.example')
  const keys: string[] = []
  for (let app = 0; app < 31; app++) {
    t.clock.advance({ seconds: 1 })
    const { headers } = await enter(t, new TestBrowser(t, android), sub)
    keys.push(handed(headers.location).apiKey)
  }
  const { id } = must(t.directory.userByEmail('many@corp.example'), 'the account exists')
  const as = (apiKey = '') => t.as({ id, email: 'many@corp.example', apiKey })
  expect((await as(keys[0]).refusal(getOwnUser, {})).code).toBe('INVALID_API_KEY')
  expect(await as(keys[1]).call(getOwnUser, {})).toMatchObject({ user_id: id })
  expect(await as(keys[30]).call(getOwnUser, {})).toMatchObject({ user_id: id })
})

test.each(['', 'f'.repeat(63), `${'f'.repeat(64)}0`, 'g'.repeat(64)])(
  'the pad %j is refused',
  async (pad) => {
    const t = await organization()
    const browser = new TestBrowser(t, android)
    const { status, headers } = await begin(t, browser, pad)
    expect([status, headers['set-cookie']]).toEqual([400, undefined])
  },
)

test('a pad for a phone and one for a desktop at once are refused', async () => {
  const t = await organization()
  const url = `/accounts/login/social/oidc/corp?mobile_flow_otp=${otp}&desktop_flow_otp=${otp}`
  expect((await new TestBrowser(t).request('GET', url)).status).toBe(400)
})
