import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { systemClock } from '#ports/clock.ts'
import { systemRandom } from '#ports/random.ts'
import { updateUser } from '#store/people/users.ts'
import { testApp, type TestApp } from './app.ts'
import { type AppleServer, appleServer } from './apple-server.ts'
import { Authenticator } from './authenticator.ts'
import { type BrowserAnswer, TestBrowser } from './browser.ts'
import type { TestUser } from './given.ts'
import { type LdapServer, startLdapServer } from './ldap-server.ts'
import { OauthProgram } from './oauth-program.ts'
import { oidcServer, type OidcServer } from './oidc-server.ts'
import type { PasskeyDevice } from './passkey-device.ts'
import { type SamlServer, samlServer } from './saml-server.ts'

// Every way in for which a password, a mailbox or a provider's word is enough, for tests of second steps.

let corp: OidcServer
let trusted: OidcServer
let saml: SamlServer
let apple: AppleServer
let ldap: LdapServer

/** Starts the providers; call it once before the tests of a file. */
export async function startProviders(): Promise<void> {
  corp = await oidcServer()
  trusted = await oidcServer()
  saml = samlServer()
  apple = await appleServer()
  ldap = await startLdapServer()
}

export async function stopProviders(): Promise<void> {
  await corp.close()
  await trusted.close()
  saml.close()
  await apple.close()
  await ldap.stop()
}

/** Somebody who tries to get in, and the code that they give where one is asked for. */
export interface Visit {
  readonly t: TestApp
  readonly iris: TestUser
  /** A browser that was signed in before the factor was set up. */
  readonly open: TestBrowser
  /** Sends nothing where a code is asked for, if undefined. A device answers on the page of the second step. */
  readonly code: string | PasskeyDevice | undefined
  /** True for somebody who sets up a second step where the sign-in leads to that. */
  readonly setsUp?: boolean
}

const path = '/accounts/login/second-factor/'
const setUpPath = '/accounts/login/set-up/'
const password = 'password of iris'

/** The code as a field of a form, under a name; nothing for a passkey. */
const field = (code: Visit['code'], name = 'code'): Readonly<Record<string, string>> =>
  typeof code === 'string' ? { [name]: code } : {}

/** Tells whether a browser is in, by asking the API. */
export const isIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.call('GET', '/users/me')).status === 200

/** Sets up a second step on the page that asks for it, and goes on. */
export async function setUp(browser: TestBrowser, t: TestApp): Promise<BrowserAnswer> {
  const page = await browser.request('GET', setUpPath)
  const key = must(/<code[^>]*>([a-z2-7-]{39})<\/code>/.exec(page.body)?.[1], 'the page shows the key')
  const code = new Authenticator(t.clock, key).shown()
  const made = await browser.request('POST', setUpPath, { code })
  expect(made.body.match(/(?:[a-z2-7]{4}-){3}[a-z2-7]{4}/g)).toHaveLength(10)
  expect(await isIn(browser)).toBe(false)
  return browser.request('POST', setUpPath, { kept: 'on' })
}

/** Answers on the page of the second step, or sets one up, if the answer leads there. Returns the last answer. */
async function second(
  browser: TestBrowser,
  answer: BrowserAnswer,
  { t, code, setsUp = false }: Pick<Visit, 't' | 'code' | 'setsUp'>,
): Promise<BrowserAnswer> {
  if (answer.headers.location === setUpPath) {
    expect(await isIn(browser)).toBe(false)
    return setsUp ? setUp(browser, t) : answer
  }
  if (answer.headers.location !== path) return answer
  expect(await isIn(browser)).toBe(false)
  const { body } = await browser.request('GET', path)
  expect(body).toContain('name="code"')
  if (code === undefined) return answer
  if (typeof code === 'string') return browser.request('POST', path, { code })
  const options = /data-options="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
  return browser.request('POST', path, { passkey: JSON.stringify(code.get(JSON.parse(options))) })
}

/** Takes the second step, and tells whether the browser is in. */
async function afterFirst(browser: TestBrowser, answer: BrowserAnswer, visit: Visit): Promise<boolean> {
  await second(browser, answer, visit)
  return isIn(browser)
}

async function byForm(visit: Visit): Promise<boolean> {
  const browser = new TestBrowser(visit.t)
  const fields = { username: 'iris@example.com', password, ...field(visit.code) }
  return afterFirst(browser, await browser.request('POST', '/login/', fields), visit)
}

async function byOtherForm(visit: Visit): Promise<boolean> {
  const browser = new TestBrowser(visit.t)
  const fields = { username: 'iris@example.com', password }
  return afterFirst(browser, await browser.request('POST', '/accounts/login/', fields), visit)
}

async function byKey({ t, code }: Visit): Promise<boolean> {
  const given = { username: 'iris@example.com', password, ...field(code) }
  try {
    const { api_key, user_id } = await t.as().call(fetchApiKey, given)
    const account = { id: user_id, email: 'iris@example.com', apiKey: api_key }
    return (await t.as(account).call(getOwnUser, {})).user_id === user_id
  } catch {
    return false
  }
}

async function byToken({ t, iris, code }: Visit): Promise<boolean> {
  const given = { name: 'Report', password, ...field(code) }
  try {
    const { token } = await t.as(iris).call(createAccessToken, { ...given, scopes: ['full'] })
    return token.startsWith('tgm_')
  } catch {
    return false
  }
}

/** A session that was left open, from which somebody wants a key that lasts. */
async function byNewKey({ open, code }: Visit): Promise<boolean> {
  const answer = await open.call('POST', '/users/me/api_key/regenerate', field(code))
  return answer.status === 200
}

async function byMail(visit: Visit): Promise<boolean> {
  const { t, code } = visit
  const browser = new TestBrowser(t)
  const reset = '/accounts/password/reset'
  await browser.request('POST', reset, { email: 'iris@example.com' })
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  const texts = t.mails.slice(already).map(({ text }) => text)
  const link = must(/http:\S+reset\/\w+/.exec(texts.join('\n'))?.[0], 'a link was mailed')
  const fields = { password: 'thunder on tuesday', ...field(code) }
  return afterFirst(browser, await browser.request('POST', new URL(link).pathname, fields), visit)
}

/** Signs in at a provider as the person with an address. */
async function visitProvider(browser: TestBrowser, at: OidcServer, name: string, sub: string) {
  const begun = await browser.request('GET', `/accounts/login/social/oidc/${name}`)
  const { pathname, search } = await at.signIn(String(begun.headers.location), sub)
  return browser.request('GET', pathname + search)
}

/** The first visit by a provider, which takes a proof that the account is one's own. */
async function byLink(visit: Visit): Promise<boolean> {
  const { t, code } = visit
  const sub = systemRandom.uuid()
  // One that is trusted: nothing asks for the factor after the link.
  trusted.person({ sub, email: 'iris@example.com', email_verified: true, name: 'iris' })
  const browser = new TestBrowser(t)
  const { headers } = await visitProvider(browser, trusted, 'trusted', sub)
  const fields = { password, ...field(code, 'factor') }
  const answer = await browser.request('POST', String(headers.location), fields)
  return answer.status === 303 && afterFirst(browser, answer, visit)
}

/** The same, by a code that is mailed to the account. */
async function byMailedLink(visit: Visit): Promise<boolean> {
  const { t, code } = visit
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
  const fields = { code: mailed, ...field(code, 'factor') }
  const answer = await browser.request('POST', String(headers.location), fields)
  return answer.status === 303 && afterFirst(browser, answer, visit)
}

const subs = new WeakMap<TestApp, string>()

/** Links an identity of a provider while there is no factor, for later visits. */
export async function linked(t: TestApp, name: 'corp' | 'trusted' = 'corp'): Promise<string> {
  const at = name === 'corp' ? corp : trusted
  const sub = systemRandom.uuid()
  at.person({ sub, email: 'iris@example.com', email_verified: true, name: 'iris' })
  const browser = new TestBrowser(t)
  const { headers } = await visitProvider(browser, at, name, sub)
  expect((await browser.request('POST', String(headers.location), { password })).status).toBe(303)
  subs.set(t, sub)
  return sub
}

async function byProvider(visit: Visit): Promise<boolean> {
  const { t } = visit
  const browser = new TestBrowser(t)
  const sub = must(subs.get(t), 'an identity is linked')
  return afterFirst(browser, await visitProvider(browser, corp, 'corp', sub), visit)
}

/** Sign-ins by SAML live by the real clock. */
async function bySamlProvider(browser: TestBrowser, t: TestApp, subject: string): Promise<BrowserAnswer> {
  const late = Math.floor((systemClock.now() - t.clock.now()) / 1000)
  if (late > 0) t.clock.advance({ seconds: late })
  const begun = await browser.request('GET', '/accounts/login/social/saml/samlcorp')
  const fields = await saml.answer(String(begun.headers.location), {
    subject,
    attributes: { email: 'iris@example.com', name: 'iris' },
  })
  const foreign = { cookie: '', 'sec-fetch-site': 'cross-site', origin: 'https://idp.example' }
  const posted = await browser.request('POST', '/complete/samlcorp/', fields, foreign)
  return browser.request('GET', String(posted.headers.location))
}

/** Links an identity of SAML while there is no factor. */
export async function linkedBySaml(t: TestApp): Promise<void> {
  const subject = systemRandom.uuid()
  const browser = new TestBrowser(t)
  const { headers } = await bySamlProvider(browser, t, subject)
  expect((await browser.request('POST', String(headers.location), { password })).status).toBe(303)
  subs.set(t, subject)
}

async function bySaml(visit: Visit): Promise<boolean> {
  const browser = new TestBrowser(visit.t)
  const subject = must(subs.get(visit.t), 'an identity is linked')
  return afterFirst(browser, await bySamlProvider(browser, visit.t, subject), visit)
}

/** Signs in by Apple, whose page posts its answer. */
async function byApplesPage(browser: TestBrowser, sub: string): Promise<BrowserAnswer> {
  const begun = await browser.request('GET', '/accounts/login/social/oidc/orchard')
  const person = { sub, email: 'iris@example.com', emailVerified: true }
  const foreign = { cookie: '', 'sec-fetch-site': 'cross-site', origin: apple.issuer }
  const fields = { ...apple.agree(String(begun.headers.location), person) }
  const posted = await browser.request('POST', '/complete/orchard/', fields, foreign)
  const { pathname, search } = new URL(String(posted.headers.location))
  return browser.request('GET', pathname + search)
}

async function linkedByApple(t: TestApp): Promise<void> {
  const sub = systemRandom.uuid()
  const browser = new TestBrowser(t)
  const { headers } = await byApplesPage(browser, sub)
  expect((await browser.request('POST', String(headers.location), { password })).status).toBe(303)
  subs.set(t, sub)
}

async function byApple(visit: Visit): Promise<boolean> {
  const browser = new TestBrowser(visit.t)
  const sub = must(subs.get(visit.t), 'an identity is linked')
  return afterFirst(browser, await byApplesPage(browser, sub), visit)
}

/** Lets LDAP keep the password of iris, who signs in there by another name than her address. */
async function keptByLdap(t: TestApp): Promise<void> {
  const uid = systemRandom.uuid()
  await ldap.add(uid, { mail: 'iris@example.com', userPassword: password })
  const browser = new TestBrowser(t)
  expect((await browser.request('POST', '/login/', { username: uid, password })).status).toBe(303)
  const { json } = await browser.call('GET', '/users/me')
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateUser(tx, Number(json.user_id), { password_hash: null }),
  )
  subs.set(t, uid)
}

async function byLdap(visit: Visit): Promise<boolean> {
  const browser = new TestBrowser(visit.t)
  const username = must(subs.get(visit.t), 'she is linked')
  return afterFirst(browser, await browser.request('POST', '/login/', { username, password }), visit)
}

async function byKeyOfLdap({ t, code }: Visit): Promise<boolean> {
  const username = must(subs.get(t), 'she is linked')
  return t
    .as()
    .call(fetchApiKey, { username, password, ...field(code) })
    .then(
      () => true,
      () => false,
    )
}

const pad = '5c'.repeat(32)

/** Ends in an app what begins on its behalf in a browser; tells whether it is handed anything. */
async function byApp(visit: Visit): Promise<boolean> {
  const { t } = visit
  const browser = new TestBrowser(t)
  await browser.request('GET', `/accounts/login/social/tagma?mobile_flow_otp=${pad}`)
  const fields = { username: 'iris@example.com', password, app: 'on' }
  const answer = await second(browser, await browser.request('POST', '/login/', fields), visit)
  expect(await isIn(browser)).toBe(false)
  return String(answer.headers.location).startsWith('zulip://login?otp_encrypted_api_key=')
}

/** The same for the desktop app: what the browser shows holds its token. */
async function byDesktop(visit: Visit): Promise<boolean> {
  const { t } = visit
  const browser = new TestBrowser(t)
  await browser.request('GET', `/accounts/login/social/tagma?desktop_flow_otp=${pad}`)
  const fields = { username: 'iris@example.com', password, app: 'on' }
  const answer = await second(browser, await browser.request('POST', '/login/', fields), visit)
  expect(await isIn(browser)).toBe(false)
  return answer.body.includes('<textarea id="token"')
}

/** An app that begins a sign-in at a provider. */
const byProviderFor =
  (query: string, isHanded: (answer: BrowserAnswer) => boolean) => async (visit: Visit) => {
    const { t } = visit
    const browser = new TestBrowser(t)
    const begun = await browser.request('GET', `/accounts/login/social/oidc/corp?${query}=${pad}`)
    const sub = must(subs.get(t), 'an identity is linked')
    const { pathname, search } = await corp.signIn(String(begun.headers.location), sub)
    const answer = await second(browser, await browser.request('GET', pathname + search), visit)
    expect(await isIn(browser)).toBe(false)
    return isHanded(answer)
  }
const byProviderForApp = byProviderFor('mobile_flow_otp', ({ headers }) =>
  String(headers.location).startsWith('zulip://login?otp_encrypted_api_key='),
)
const byProviderForDesktop = byProviderFor('desktop_flow_otp', ({ body }) =>
  body.includes('<textarea id="token"'),
)

const jwtKey = 'a secret that the service and the server share'

async function byJwt(visit: Visit): Promise<boolean> {
  const { t } = visit
  const token = await new SignJWT({ email: 'iris@example.com' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(t.clock.now() / 1000) + 60)
    .sign(new TextEncoder().encode(jwtKey))
  const browser = new TestBrowser(t)
  return afterFirst(browser, await browser.request('POST', '/accounts/login/jwt/', { token }), visit)
}

/** A program for agents that has somebody let it in, in a browser where nobody is signed in. */
async function byProgram(visit: Visit): Promise<boolean> {
  const { t, iris, code } = visit
  const program = await new OauthProgram(t).register()
  const browser = new TestBrowser(t)
  const page = await browser.request('GET', '/oauth/authorize', program.request())
  expect(page.body).not.toContain('value="allow"')
  const fields = { username: 'iris@example.com', password, ...field(code) }
  await afterFirst(browser, await browser.request('POST', '/login/', fields), visit)
  const decision = { ...program.request(), user: iris.id, decision: 'allow' }
  const { headers } = await browser.request('POST', '/oauth/authorize', decision)
  const given = URL.parse(String(headers.location))?.searchParams.get('code')
  return given ? (await program.exchange(given)).status === 200 : false
}

/** Every way in, by its name. */
export const ways: Readonly<Record<string, (visit: Visit) => Promise<boolean>>> = {
  'the sign-in page': byForm,
  'the sign-in page at its other address': byOtherForm,
  fetch_api_key: byKey,
  'a new access token': byToken,
  'a new API key from an open browser': byNewKey,
  'a link by mail': byMail,
  'a program that is let in': byProgram,
  'a provider': byProvider,
  'a provider by SAML': bySaml,
  'a provider for an app on a phone': byProviderForApp,
  'a provider for the desktop app': byProviderForDesktop,
  Apple: byApple,
  LDAP: byLdap,
  'fetch_api_key by LDAP': byKeyOfLdap,
  'a provider that is linked by the password': byLink,
  'a provider that is linked by a mailed code': byMailedLink,
  'the sign-in page for an app on a phone': byApp,
  'the sign-in page for the desktop app': byDesktop,
  'a JSON Web Token': byJwt,
}

/** An organization with iris, and providers whose people she may be. */
export async function organizationWithProviders(): Promise<Omit<Visit, 'code'>> {
  const t = await testApp({
    ...corp.settings('CORP'),
    ...saml.settings('SAMLCORP'),
    ...trusted.settings('TRUSTED', { SECOND_FACTOR: 'trusted' }),
    ...apple.settings,
    ...ldap.settings,
    TAGMA_JWT_KEY: jwtKey,
    TAGMA_JWT_ALGORITHMS: 'HS256',
  })
  await t.given.user('olive', { role: 'owner' })
  const iris = await t.given.user('iris')
  return { t, iris, open: await new TestBrowser(t).enter(iris) }
}

/** Links identities that have to be there before a way can be taken. */
export const prepared: Readonly<Record<string, (t: TestApp) => Promise<unknown>>> = {
  'a provider': (t) => linked(t),
  'a provider by SAML': linkedBySaml,
  'a provider for an app on a phone': (t) => linked(t),
  'a provider for the desktop app': (t) => linked(t),
  Apple: linkedByApple,
  LDAP: keptByLdap,
  'fetch_api_key by LDAP': keptByLdap,
}

/** Visits the provider that asks for second factors itself. */
export const visitTrusted = (browser: TestBrowser, sub: string): Promise<BrowserAnswer> =>
  visitProvider(browser, trusted, 'trusted', sub)
