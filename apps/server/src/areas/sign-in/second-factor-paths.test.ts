import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addFactor, type Authenticator, wrongCode } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import type { TestUser } from '#test/given.ts'
import { OauthProgram } from '#test/oauth-program.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'

// Every way in for which a password, a mailbox or a provider's word is enough, with and without a second factor.

let corp: OidcServer
let trusted: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
  trusted = await oidcServer()
})
afterAll(async () => {
  await corp.close()
  await trusted.close()
})

/** Somebody who tries to get in, and the code that they give where one is asked for. */
interface Visit {
  readonly t: TestApp
  readonly iris: TestUser
  /** A browser that was signed in before the factor was set up. */
  readonly open: TestBrowser
  /** Sends nothing where a code is asked for, if undefined. */
  readonly code: string | undefined
}

const path = '/accounts/login/second-factor/'
const password = 'password of iris'

/** Tells whether a browser is in, by asking the API. */
const isIn = async (browser: TestBrowser) => (await browser.call('GET', '/users/me')).status === 200

/** Goes through the page of the second step if the answer leads there, and tells whether the browser is in. */
async function afterFirst(
  browser: TestBrowser,
  answer: { readonly headers: Readonly<Record<string, unknown>> },
  code: string | undefined,
): Promise<boolean> {
  if (answer.headers.location === path) {
    expect(await isIn(browser)).toBe(false)
    expect((await browser.request('GET', path)).body).toContain('name="code"')
    if (code !== undefined) await browser.request('POST', path, { code })
  }
  return isIn(browser)
}

async function byForm({ t, code }: Visit): Promise<boolean> {
  const browser = new TestBrowser(t)
  const fields = { username: 'iris@example.com', password, ...(code === undefined ? {} : { code }) }
  return afterFirst(browser, await browser.request('POST', '/login/', fields), code)
}

async function byOtherForm({ t, code }: Visit): Promise<boolean> {
  const browser = new TestBrowser(t)
  const fields = { username: 'iris@example.com', password }
  return afterFirst(browser, await browser.request('POST', '/accounts/login/', fields), code)
}

async function byKey({ t, code }: Visit): Promise<boolean> {
  const given = { username: 'iris@example.com', password, ...(code === undefined ? {} : { code }) }
  try {
    const { api_key, user_id } = await t.as().call(fetchApiKey, given)
    const account = { id: user_id, email: 'iris@example.com', apiKey: api_key }
    return (await t.as(account).call(getOwnUser, {})).user_id === user_id
  } catch {
    return false
  }
}

async function byToken({ t, iris, code }: Visit): Promise<boolean> {
  const given = { name: 'Report', password, ...(code === undefined ? {} : { code }) }
  try {
    const { token } = await t.as(iris).call(createAccessToken, { ...given, scopes: ['full'] })
    return token.startsWith('tgm_')
  } catch {
    return false
  }
}

/** A session that was left open, from which somebody wants a key that lasts. */
async function byNewKey({ open, code }: Visit): Promise<boolean> {
  const answer = await open.call(
    'POST',
    '/users/me/api_key/regenerate',
    code === undefined ? undefined : { code },
  )
  return answer.status === 200
}

async function byMail({ t, code }: Visit): Promise<boolean> {
  const browser = new TestBrowser(t)
  const reset = '/accounts/password/reset'
  await browser.request('POST', reset, { email: 'iris@example.com' })
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const texts = t.mails.slice(already).map(({ text }) => text)
  const link = must(/http:\S+reset\/\w+/.exec(texts.join('\n'))?.[0], 'a link was mailed')
  const fields = { password: 'thunder on tuesday', ...(code === undefined ? {} : { code }) }
  await browser.request('POST', new URL(link).pathname, fields)
  return isIn(browser)
}

/** Signs in at a provider as the person with an address. */
async function visitProvider(browser: TestBrowser, at: OidcServer, name: string, sub: string) {
  const begun = await browser.request('GET', `/accounts/login/social/oidc/${name}`)
  const { pathname, search } = await at.signIn(String(begun.headers.location), sub)
  return browser.request('GET', pathname + search)
}

/** The first visit by a provider, which takes a proof that the account is one's own. */
async function byLink({ t, code }: Visit): Promise<boolean> {
  const sub = systemRandom.uuid()
  // One that is trusted: nothing asks for the factor after the link.
  trusted.person({ sub, email: 'iris@example.com', email_verified: true, name: 'iris' })
  const browser = new TestBrowser(t)
  const { headers } = await visitProvider(browser, trusted, 'trusted', sub)
  const fields = { password, ...(code === undefined ? {} : { factor: code }) }
  const answer = await browser.request('POST', String(headers.location), fields)
  return answer.status === 303 && isIn(browser)
}

/** The same, by a code that is mailed to the account. */
async function byMailedLink({ t, code }: Visit): Promise<boolean> {
  const sub = systemRandom.uuid()
  trusted.person({ sub, email: 'iris@example.com', email_verified: true, name: 'iris' })
  const browser = new TestBrowser(t)
  const { headers } = await visitProvider(browser, trusted, 'trusted', sub)
  await browser.request('POST', String(headers.location), { mail: 'on' })
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const mailed = must(
    t.mails
      .slice(already)
      .map(({ text }) => /^\s*([0-9A-Za-z]{8})\s*$/m.exec(text)?.[1])
      .find((found) => found !== undefined),
    'a code was mailed',
  )
  const fields = { code: mailed, ...(code === undefined ? {} : { factor: code }) }
  const answer = await browser.request('POST', String(headers.location), fields)
  return answer.status === 303 && isIn(browser)
}

/** Links an identity of a provider while there is no factor, for later visits. */
async function linked(t: TestApp, at: OidcServer, name: string): Promise<string> {
  const sub = systemRandom.uuid()
  at.person({ sub, email: 'iris@example.com', email_verified: true, name: 'iris' })
  const browser = new TestBrowser(t)
  const { headers } = await visitProvider(browser, at, name, sub)
  expect((await browser.request('POST', String(headers.location), { password })).status).toBe(303)
  return sub
}

const subs = new WeakMap<TestApp, string>()

async function byProvider({ t, code }: Visit): Promise<boolean> {
  const browser = new TestBrowser(t)
  const sub = must(subs.get(t), 'an identity is linked')
  return afterFirst(browser, await visitProvider(browser, corp, 'corp', sub), code)
}

const pad = '5c'.repeat(32)

/** Ends in an app what begins on its behalf in a browser; tells whether it is handed anything. */
async function byApp({ t, code }: Visit): Promise<boolean> {
  const browser = new TestBrowser(t)
  await browser.request('GET', `/accounts/login/social/tagma?mobile_flow_otp=${pad}`)
  const fields = { username: 'iris@example.com', password, app: 'on' }
  let answer = await browser.request('POST', '/login/', fields)
  if (answer.headers.location === path && code !== undefined)
    answer = await browser.request('POST', path, { code })
  expect(await isIn(browser)).toBe(false)
  return String(answer.headers.location).startsWith('zulip://login?otp_encrypted_api_key=')
}

/** The same for the desktop app: what the browser shows holds its token. */
async function byDesktop({ t, code }: Visit): Promise<boolean> {
  const browser = new TestBrowser(t)
  await browser.request('GET', `/accounts/login/social/tagma?desktop_flow_otp=${pad}`)
  const fields = { username: 'iris@example.com', password, app: 'on' }
  let answer = await browser.request('POST', '/login/', fields)
  if (answer.headers.location === path && code !== undefined)
    answer = await browser.request('POST', path, { code })
  expect(await isIn(browser)).toBe(false)
  return answer.body.includes('<textarea id="token"')
}

const jwtKey = 'a secret that the service and the server share'

async function byJwt({ t, code }: Visit): Promise<boolean> {
  const token = await new SignJWT({ email: 'iris@example.com' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(t.clock.now() / 1000) + 60)
    .sign(new TextEncoder().encode(jwtKey))
  const browser = new TestBrowser(t)
  return afterFirst(browser, await browser.request('POST', '/accounts/login/jwt/', { token }), code)
}

/** A program for agents that has somebody let it in, in a browser where nobody is signed in. */
async function byProgram({ t, iris, code }: Visit): Promise<boolean> {
  const program = await new OauthProgram(t).register()
  const browser = new TestBrowser(t)
  const page = await browser.request('GET', '/oauth/authorize', program.request())
  expect(page.body).not.toContain('value="allow"')
  const fields = { username: 'iris@example.com', password, ...(code === undefined ? {} : { code }) }
  await afterFirst(browser, await browser.request('POST', '/login/', fields), code)
  const decision = { ...program.request(), user: iris.id, decision: 'allow' }
  const { headers } = await browser.request('POST', '/oauth/authorize', decision)
  const given = URL.parse(String(headers.location))?.searchParams.get('code')
  return given ? (await program.exchange(given)).status === 200 : false
}

/** Every way in, by its name. */
const ways: Readonly<Record<string, (visit: Visit) => Promise<boolean>>> = {
  'the sign-in page': byForm,
  'the sign-in page at its other address': byOtherForm,
  fetch_api_key: byKey,
  'a new access token': byToken,
  'a new API key from an open browser': byNewKey,
  'a link by mail': byMail,
  'a program that is let in': byProgram,
  'a provider': byProvider,
  'a provider that is linked by the password': byLink,
  'a provider that is linked by a mailed code': byMailedLink,
  'the sign-in page for an app on a phone': byApp,
  'the sign-in page for the desktop app': byDesktop,
  'a JSON Web Token': byJwt,
}

async function organization(): Promise<Omit<Visit, 'code'>> {
  const t = await testApp({
    ...corp.settings('CORP'),
    ...trusted.settings('TRUSTED', { SECOND_FACTOR: 'trusted' }),
    TAGMA_JWT_KEY: jwtKey,
    TAGMA_JWT_ALGORITHMS: 'HS256',
  })
  await t.given.user('olive', { role: 'owner' })
  const iris = await t.given.user('iris')
  return { t, iris, open: await new TestBrowser(t).enter(iris) }
}

type Codes = Awaited<ReturnType<typeof addFactor>>
const codes: readonly (readonly [
  name: string,
  of: (factor: { phone: Authenticator; recoveryCodes: Codes['recoveryCodes'] }) => string | undefined,
  isLetIn: boolean,
])[] = [
  ['no code', () => undefined, false],
  ['an empty code', () => '  ', false],
  ['a wrong code', ({ phone }) => wrongCode(phone), false],
  ['the code that confirmed the factor', ({ phone }) => phone.shown(), false],
  ['a code of yesterday', ({ phone }) => phone.shown(-2880), false],
  ['the right code', ({ phone }) => phone.next(), true],
  ['a recovery code', ({ recoveryCodes }) => recoveryCodes[3], true],
]

const names = Object.keys(ways)

test.each(names)('%s: without a second factor, nobody is asked for one', async (name) => {
  const place = await organization()
  if (name === 'a provider') subs.set(place.t, await linked(place.t, corp, 'corp'))
  expect(await ways[name]?.({ ...place, code: undefined })).toBe(true)
})

test.each(names.flatMap((name) => codes.map(([code, of, isLetIn]) => ({ name, code, of, isLetIn }))))(
  '$name, $code: in is $isLetIn',
  async ({ name, of, isLetIn }) => {
    const place = await organization()
    if (name === 'a provider') subs.set(place.t, await linked(place.t, corp, 'corp'))
    const factor = await addFactor(place.t, place.iris)
    expect(await ways[name]?.({ ...place, code: of(factor) })).toBe(isLetIn)
  },
)

test('a provider that asks for second factors itself is not followed by another one', async () => {
  const { t, iris } = await organization()
  const sub = await linked(t, trusted, 'trusted')
  await addFactor(t, iris)
  const browser = new TestBrowser(t)
  expect((await visitProvider(browser, trusted, 'trusted', sub)).headers.location).toBe('/')
  expect(await isIn(browser)).toBe(true)
})

test('the session says by what it was opened, and signing in leads where one wanted to go', async () => {
  const { t, iris } = await organization()
  const { phone } = await addFactor(t, iris)
  const browser = new TestBrowser(t)
  const fields = { username: 'iris@example.com', password, next: '/#recent' }
  const first = await browser.request('POST', '/login/', fields)
  expect([first.status, first.headers.location, browser.cookie]).toEqual([303, path, undefined])
  const second = await browser.request('POST', path, { code: phone.next() })
  expect([second.status, second.headers.location]).toEqual([303, '/#recent'])
  // Without “Keep me signed in”.
  expect(second.headers['set-cookie']).not.toContain('Max-Age')
  const { json } = await browser.call('GET', '/tagma/sessions')
  expect(json.sessions).toContainEqual(
    expect.objectContaining({ is_current: true, methods: ['password', 'code'] }),
  )
  expect((await browser.request('POST', path, { code: phone.next() })).status).toBe(410)
})

test('five wrong codes end the sign-in, ten minutes do, and another browser cannot go on with it', async () => {
  const { t, iris } = await organization()
  const { phone } = await addFactor(t, iris)
  const first = async () => {
    const browser = new TestBrowser(t)
    await browser.request('POST', '/login/', { username: 'iris@example.com', password })
    return browser
  }
  const guesser = await first()
  for (const status of [200, 200, 200, 200, 410])
    expect((await guesser.request('POST', path, { code: wrongCode(phone) })).status).toBe(status)
  expect((await guesser.request('POST', path, { code: phone.next() })).status).toBe(410)

  const slow = await first()
  t.clock.advance({ minutes: 11 })
  expect((await slow.request('POST', path, { code: phone.next() })).status).toBe(410)

  expect((await new TestBrowser(t).request('GET', path)).status).toBe(410)
  const foreign = await (
    await first()
  ).request(
    'POST',
    path,
    { code: phone.next() },
    {
      'sec-fetch-site': 'cross-site',
    },
  )
  expect(foreign.status).toBe(403)
})
