import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { systemClock } from '#ports/clock.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'

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

/** Signs a person in; `cookies` are those of their browser at the provider. */
async function enter(t: TestApp, sub: string, cookies = new Map<string, string>()): Promise<TestBrowser> {
  corp.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera' })
  const browser = new TestBrowser(t)
  const { headers } = await browser.request('GET', '/accounts/login/social/oidc/corp')
  const { pathname, search } = await corp.signIn(String(headers.location), sub, cookies)
  await browser.request('GET', pathname + search)
  expect(await statusOf(browser)).toBe(200)
  return browser
}

const statusOf = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).status

const tell = (t: TestApp, token: string) =>
  new TestBrowser(t).request(
    'POST',
    '/backchannel-logout/corp',
    { logout_token: token },
    { 'sec-fetch-site': 'none' },
  )

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** Makes a logout token as the provider would; claims and header that are given replace its own. */
function sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key = corp.privateKey) {
  const now = Math.floor(systemClock.now() / 1000)
  const all = {
    iss: corp.issuer,
    aud: 'tagma',
    iat: now,
    exp: now + 120,
    jti: systemRandom.uuid(),
    events: event,
  }
  return new SignJWT({ ...all, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })
    .sign(key)
}

test('who signs out at the service is signed out here, in the sessions that it opened and no other', async () => {
  const t = await organization()
  const sub = systemRandom.uuid()
  const cookies = new Map<string, string>()
  const [one, two] = [await enter(t, sub, cookies), await enter(t, sub)]
  await corp.signOut(cookies)
  const token = must(corp.logoutTokens.at(-1), 'the provider tells it')
  const { status, headers } = await tell(t, token)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200])
  expect(t.securityLines.at(-1)).toMatchObject({ event: 'session.ended' })
  // It counts once.
  expect((await tell(t, token)).status).toBe(400)
})

test('a token without a session ends all of the person, of no other person and no other organization', async () => {
  const [t, neighbour] = [await organization(), await organization()]
  const [sub, other] = [systemRandom.uuid(), systemRandom.uuid()]
  const mine = [await enter(t, sub), await enter(t, sub)]
  const others = [await enter(t, other), await enter(neighbour, sub)]
  expect((await tell(t, await sign({ sub }))).status).toBe(200)
  expect(await Promise.all(mine.map(statusOf))).toEqual([401, 401])
  expect(await Promise.all(others.map(statusOf))).toEqual([200, 200])
})

test.each<[string, (sub: string) => string | Promise<string>]>([
  ['no token', () => ''],
  [
    'of no signature',
    (sub) =>
      new UnsecuredJWT({ sub, events: event })
        .setIssuer(corp.issuer)
        .setAudience('tagma')
        .setIssuedAt()
        .setJti('j')
        .encode(),
  ],
  ['with another key', async (sub) => sign({ sub }, {}, (await generateKeyPair('RS256')).privateKey)],
  ['of another issuer', (sub) => sign({ sub, iss: 'https://evil.example' })],
  ['for another client', (sub) => sign({ sub, aud: 'other' })],
  ['of seven minutes ago', (sub) => sign({ sub, iat: Math.floor(systemClock.now() / 1000) - 420 })],
  ['of no time', (sub) => sign({ sub, iat: undefined })],
  ['without an id', (sub) => sign({ sub, jti: undefined })],
  ['without the event', (sub) => sign({ sub, events: {} })],
  ['with a nonce, as ID tokens have', (sub) => sign({ sub, nonce: 'n' })],
  ['of the type of an ID token', (sub) => sign({ sub }, { typ: 'JWT' })],
  ['about nobody', () => sign({})],
])('a token %s ends nothing', async (_, make) => {
  const t = await organization()
  const sub = systemRandom.uuid()
  const browser = await enter(t, sub)
  const { status, body } = await tell(t, await make(sub))
  expect([status, body]).toEqual([400, '{"error":"invalid_request"}'])
  expect(await statusOf(browser)).toBe(200)
})

test('sign-outs that come in a flood are counted, and answered no more', async () => {
  const t = await testApp({ ...corp.settings('CORP'), TAGMA_RATE_LIMITS: 'page=5/60' })
  await t.given.user('olive', { role: 'owner' })
  const statuses: number[] = []
  for (let call = 0; call < 7; call++) statuses.push((await tell(t, 'x')).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
})
