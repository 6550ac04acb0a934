import { createDecipheriv } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addFactor } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'
import { desktopScript } from './desktop-script.ts'

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())

async function organization(): Promise<TestApp> {
  const t = await testApp(corp.settings('CORP'))
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  return t
}

const electron =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ZulipElectron/5.12.2 Chrome/140.0.0.0 Electron/38.0.0 Safari/537.36'
const pad = '9f'.repeat(32)
const social = '/accounts/login/social/oidc/corp'

/** Decrypts what is pasted, as the desktop app does: 12 bytes, the text, 16 bytes that prove it whole. */
function decrypted(hex: string, key = pad): string {
  const bytes = Buffer.from(hex, 'hex')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

const shownIn = (body: string) =>
  must(/<textarea[^>]*>([\da-f]+)<\/textarea>/.exec(body)?.[1], 'a text is shown')

async function byProvider(browser: TestBrowser, query: string) {
  const sub = systemRandom.uuid()
  corp.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera' })
  const { headers } = await browser.request('GET', `${social}?${query}`)
  const { pathname, search } = await corp.signIn(String(headers.location), sub)
  return browser.request('GET', pathname + search)
}

test('the desktop app opens the browser, and its session begins with what is copied there, once and within a minute', async () => {
  const t = await organization()
  const app = new TestBrowser(t, electron)
  const begun = await app.request('GET', `${social}?next=/%23recent`)
  expect([begun.status, app.cookie]).toEqual([200, undefined])
  expect(begun.body).toMatch(/<script src="\/login\/desktop\.js\?v=/)
  expect(begun.headers['content-security-policy']).toContain("script-src 'self'")
  const browser = new TestBrowser(t)
  const ended = await byProvider(browser, `next=/%23recent&desktop_flow_otp=${pad}`)
  expect([ended.status, browser.cookie]).toEqual([200, undefined])
  const token = decrypted(shownIn(ended.body))
  expect(token).toMatch(/^[A-Za-z\d]{32}$/)
  expect(() => decrypted(shownIn(ended.body), 'aa'.repeat(32))).toThrow(/authenticate/)
  // Another site cannot sign somebody in to an account that is not theirs.
  const path = `/accounts/login/subdomain/${token}`
  for (const site of ['cross-site', 'same-site'])
    expect((await app.request('GET', path, {}, { 'sec-fetch-site': site })).status).toBe(410)
  const entered = await app.request('GET', path)
  expect([entered.status, entered.headers.location]).toEqual([303, '/#recent'])
  expect((await app.call('GET', '/users/me')).json.full_name).toBe('Wera')
  expect((await new TestBrowser(t, electron).request('GET', path)).status).toBe(410)
  const late = decrypted(shownIn((await byProvider(new TestBrowser(t), `desktop_flow_otp=${pad}`)).body))
  t.clock.advance({ seconds: 61 })
  expect((await app.request('GET', `/accounts/login/subdomain/${late}`)).status).toBe(410)
})

test.each([
  'desktop_flow_otp=abc',
  `desktop_flow_otp=${'z'.repeat(64)}`,
  `desktop_flow_otp=${pad}0`,
  `desktop_flow_otp=${pad}&mobile_flow_otp=${pad}`,
])('a pad in another form is refused: %s', async (query) => {
  const t = await organization()
  for (const path of [social, '/accounts/login/social/tagma'])
    expect((await new TestBrowser(t).request('GET', `${path}?${query}`)).status).toBe(400)
})

test('the sign-in page serves apps whose people have a second factor, and is named to them', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const methods = async () =>
    (await t.as(undefined).call(getServerSettings, {})).external_authentication_methods.map(
      ({ name }) => name,
    )
  expect(await methods()).toEqual(['oidc:corp'])
  const { phone } = await addFactor(t, iris)
  expect(await methods()).toEqual(['oidc:corp', 'tagma'])
  let last = ''
  for (const query of [`mobile_flow_otp=${pad}`, `desktop_flow_otp=${pad}`]) {
    // Somebody is signed in there already; the app gets a key of its own all the same.
    const browser = new TestBrowser(t)
    const begun = await browser.request('GET', `/accounts/login/social/tagma?${query}`)
    expect([begun.status, begun.headers.location]).toEqual([303, '/login/?app=on'])
    const page = await browser.request('GET', '/login/?app=on')
    expect(page.body).toContain('name="app" value="on"')
    expect(page.headers['content-security-policy']).toContain("form-action 'self' zulip:")
    const fields = { username: iris.email, password: 'password of iris', app: 'on' }
    const wrong = await browser.request('POST', '/login/', { ...fields, password: 'wrong' })
    expect(wrong.body).toContain('name="app" value="on"')
    const asked = await browser.request('POST', '/login/', fields)
    expect(asked.headers.location).toBe('/accounts/login/second-factor/')
    const ended = await browser.request('POST', '/accounts/login/second-factor/', { code: phone.next() })
    expect(browser.cookie).toBeUndefined()
    const handed = query.startsWith('mobile') ? String(ended.headers.location) : ended.body
    expect(handed).toMatch(
      /^zulip:\/\/login\?otp_encrypted_api_key=[\da-f]{64}&email=iris|<textarea id="token"/,
    )
    last = ended.body
  }
  const app = new TestBrowser(t, electron)
  await app.request('GET', `/accounts/login/subdomain/${decrypted(shownIn(last))}`)
  const { json } = await app.call('GET', '/tagma/sessions')
  expect(json.sessions).toContainEqual(
    expect.objectContaining({ is_current: true, methods: ['password', 'code'] }),
  )
})

test('without the cookie of the app, the form for apps opens no session but says to begin again', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const browser = new TestBrowser(t)
  const fields = { username: iris.email, password: 'password of iris', app: 'on' }
  expect((await browser.request('POST', '/login/', fields)).body).toContain('Begin again in the app')
  expect(browser.cookie).toBeUndefined()
})

test('the script asks the app for its key, opens the browser with it, and enters with what is pasted', async () => {
  const opened: string[] = []
  const location = { href: 'http://chat.example/accounts/login/social/oidc/corp?next=%2F' }
  let paste: (token: string) => void = () => {}
  const bridge = {
    decrypt_clipboard: (version: number) => {
      expect(version).toBe(1)
      return {
        key: new Uint8Array(32).fill(159),
        pasted: new Promise<string>((resolve) => (paste = resolve)),
      }
    },
  }
  const elements: Record<string, object> = { start: { addEventListener: () => {} }, paste: {} }
  runInNewContext(desktopScript.toString(), {
    document: { getElementById: (id: string) => elements[id] ?? null },
    location,
    URL,
    window: { electron_bridge: bridge, open: (url: string) => opened.push(url) },
  })
  expect(opened).toEqual([`${location.href}&desktop_flow_otp=${pad}`])
  paste('a token/of 32')
  await Promise.resolve()
  await Promise.resolve()
  expect(location.href).toBe('/accounts/login/subdomain/a%20token%2Fof%2032')
})
