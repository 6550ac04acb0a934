import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { createScimClient } from '@tagma/contract/endpoints/provisioning/create-scim-client.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { jwtFetchApiKey } from '@tagma/contract/endpoints/server/jwt-fetch-api-key.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { must } from '#model/must.ts'
import { systemClock } from '#ports/clock.ts'
import { systemRandom } from '#ports/random.ts'
import { updateUser } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { type AppleServer, appleServer } from '#test/apple-server.ts'
import { type BrowserAnswer, TestBrowser } from '#test/browser.ts'
import { Given, type TestUser } from '#test/given.ts'
import { imported, teaClub } from '#test/imported-organization.ts'
import { type LdapServer, startLdapServer } from '#test/ldap-server.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'
import { type SamlServer, samlServer } from '#test/saml-server.ts'
import { TestScimClient } from '#test/scim-client.ts'
import { isIn, setUp } from '#test/ways-in.ts'
import { followStepPolicyJob } from './follow-step-policy-job.ts'

// Whoever gets an account while the organization asks for a second step: the time of grace is theirs too, and without one
// they set the step up before they see anything.

let apple: AppleServer
let corp: OidcServer
let ldap: LdapServer
let saml: SamlServer
beforeAll(async () => {
  ;[apple, corp, ldap] = await Promise.all([appleServer(), oidcServer(), startLdapServer()])
  saml = samlServer()
})
afterAll(async () => {
  saml.close()
  await Promise.all([apple.close(), corp.close(), ldap.stop()])
})

const jwtKey = 'a secret that the service and the server share'
const setUpPath = '/accounts/login/set-up/'
const foreign = { cookie: '', 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
const password = 'a password of forty letters'

interface Place {
  readonly t: TestApp
  readonly olive: TestUser
}

let count = 0

/** An organization that asks all members for a second step after so many days. */
async function asking(days: number, way?: string): Promise<Place> {
  const trust = { DOMAINS: 'corp.example', TRUST_EMAIL: 'on', CREATE: 'on' }
  const t = await testApp({
    ...apple.settings,
    ...corp.settings('CORP', { CREATE: 'on' }),
    // Where LDAP keeps passwords, nobody sets one by mail.
    ...(way === 'LDAP' ? ldap.settings : {}),
    // Without a mail server, nobody makes an account of their own.
    ...(way === 'the sign-up page' ? { TAGMA_SMTP_URL: 'smtp://127.0.0.1:1' } : {}),
    // Other tests have set its clock forward.
    ...(way === 'SAML' ? { TAGMA_MAX_UPLOAD_MIB: String(30 + ++count) } : {}),
    ...saml.settings('SAMLCORP', trust),
    TAGMA_JWT_KEY: jwtKey,
    TAGMA_JWT_ALGORITHMS: 'HS256',
  })
  // Providers of SAML live by the real clock.
  const late = Math.floor((systemClock.now() - t.clock.now()) / 1000)
  if (late > 0) t.clock.advance({ seconds: late })
  const olive = await t.given.user('olive', { role: 'owner' })
  await t.given.mayCreateUsers(olive)
  // Her key was made with a second step.
  await t.app.services.data.transact(t.organizationId, (tx) => updateUser(tx, olive.id, { key_has_step: 1 }))
  await ask(t, days)
  return { t, olive }
}

async function ask(t: TestApp, days: number): Promise<void> {
  const second_factor_required_group = t.directory.systemGroup('role:members').id
  await t.given.settings({
    invite_required: false,
    second_factor_required_group,
    second_factor_grace_days: days,
  })
}

interface Arrival {
  readonly browser: TestBrowser
  readonly answer: BrowserAnswer
}

/** Fills in a form that makes an account, or signs in. */
async function filled(t: TestApp, path: string, fields: Readonly<Record<string, string>>): Promise<Arrival> {
  const browser = new TestBrowser(t)
  return { browser, answer: await browser.request('POST', path, fields) }
}

/** The newest link in the mails, by its path. */
async function mailedPath(t: TestApp, pattern: RegExp): Promise<string> {
  await sendMailJob.run(t.app.services, t.organizationId)
  const found = t.mails.map(({ text }) => pattern.exec(text)?.[0]).findLast((path) => path !== undefined)
  return must(found, `a mail has ${pattern.source}`)
}

/** Sets a password by a mailed link, as people do whose account others have made. */
async function byReset(t: TestApp, email: string): Promise<Arrival> {
  await new TestBrowser(t).request('POST', '/accounts/password/reset', { email })
  return filled(t, await mailedPath(t, /\/accounts\/password\/reset\/\w+/), { password })
}

async function byProvider(t: TestApp, query = ''): Promise<Arrival> {
  const sub = systemRandom.uuid()
  corp.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera' })
  const browser = new TestBrowser(t)
  const { headers } = await browser.request('GET', `/accounts/register/social/oidc/corp${query}`)
  const { pathname, search } = await corp.signIn(String(headers.location), sub)
  return { browser, answer: await browser.request('GET', pathname + search) }
}

/** Posts the answer of a provider as its page does, and goes on in the browser that asked. */
async function posted(browser: TestBrowser, path: string, fields: Readonly<Record<string, string>>) {
  const { headers } = await browser.request('POST', path, fields, foreign)
  const { pathname, search } = new URL(String(headers.location), 'http://host.invalid')
  return { browser, answer: await browser.request('GET', pathname + search) }
}

/** Ways to get an account, each up to the page after the first step. */
const ways: Readonly<Record<string, (place: Place) => Promise<Arrival>>> = {
  async 'an invitation link for many'({ t, olive }) {
    const { invite_link } = await t.as(olive).call(createInviteLink, {})
    return filled(t, new URL(invite_link).pathname, { email: 'new@example.com', name: 'Nele', password })
  },
  async 'a mailed invitation'({ t, olive }) {
    const invite = { invitee_emails: 'new@example.com', stream_ids: [] }
    await t.as(olive).call(sendInvites, invite)
    return filled(t, await mailedPath(t, /\/join\/\w+/), { name: 'Nele', password })
  },
  async 'the sign-up page'({ t }) {
    await new TestBrowser(t).request('POST', '/register/', { email: 'new@example.com' })
    return filled(t, await mailedPath(t, /\/register\/\w+/), { name: 'Nele', password })
  },
  async 'an administrator'({ t, olive }) {
    await t.as(olive).call(createUser, { email: 'new@example.com', full_name: 'Nele', password })
    return filled(t, '/login/', { username: 'new@example.com', password, stay: 'on' })
  },
  async SCIM({ t, olive }) {
    // Only somebody with a second step would get it later.
    const days = t.directory.organization.settings.second_factor_grace_days
    await ask(t, 7)
    const made = await t.as(olive).call(createScimClient, { name: 'Okta', password: 'password of olive' })
    await ask(t, days)
    await new TestScimClient(t, made).person('new@example.com', 'Nele')
    return byReset(t, 'new@example.com')
  },
  async LDAP({ t }) {
    const uid = `step${++count}`
    await ldap.add(uid)
    return filled(t, '/login/', { username: uid, password: `secret of ${uid}`, stay: 'on' })
  },
  'OpenID Connect': ({ t }) => byProvider(t),
  async Apple({ t }) {
    const browser = new TestBrowser(t)
    const { headers } = await browser.request('GET', '/accounts/login/social/oidc/orchard')
    const sub = systemRandom.uuid()
    const person = { sub, email: `${sub}@example.com`, emailVerified: true }
    return posted(browser, '/complete/orchard/', { ...apple.agree(String(headers.location), person) })
  },
  async SAML({ t }) {
    const browser = new TestBrowser(t)
    const subject = systemRandom.uuid()
    const { headers } = await browser.request('GET', '/accounts/login/social/saml/samlcorp')
    const attributes = { email: `${subject}@corp.example`, name: 'Wera' }
    return posted(
      browser,
      '/complete/samlcorp/',
      await saml.answer(String(headers.location), { subject, attributes }),
    )
  },
}
const names = Object.keys(ways)
const arrive = (name: string, place: Place) => must(ways[name], 'the way is known')(place)

test.each(names)(
  'who gets an account by %s has the time of grace, and sets a step up after it',
  async (name) => {
    const place = await asking(7, name)
    const { t } = place
    const { browser } = await arrive(name, place)
    expect(await isIn(browser)).toBe(true)
    await followStepPolicyJob.run(t.app.services, t.organizationId)
    const { json } = await browser.call('GET', '/tagma/second_factor')
    expect(json.required_from).toBe(Math.floor(t.clock.now() / 1000) + 7 * 24 * 3600)
    // Used daily, a session lasts; but not without a second step.
    for (let day = 0; day < 7; day++) {
      expect(await isIn(browser)).toBe(true)
      t.clock.advance({ days: 1 })
    }
    expect(await isIn(browser)).toBe(false)
  },
)

test.each(names)(
  'who gets an account by %s sets a step up first where there is no time of grace',
  async (name) => {
    const place = await asking(0, name)
    const { browser, answer } = await arrive(name, place)
    expect([answer.status, answer.headers.location]).toEqual([303, setUpPath])
    expect(await isIn(browser)).toBe(false)
    await setUp(browser, place.t)
    expect(await isIn(browser)).toBe(true)
  },
)

test.each([
  ['a phone', 'mobile_flow_otp', /^zulip:/],
  ['the desktop app', 'desktop_flow_otp', /<textarea/],
])('a newcomer by %s gets no key before the step is set up', async (_, name, ending) => {
  const place = await asking(0)
  const { browser, answer } = await byProvider(place.t, `?${name}=${'5c'.repeat(32)}`)
  expect(answer.headers.location).toBe(setUpPath)
  const ended = await setUp(browser, place.t)
  const { location } = ended.headers
  expect(typeof location === 'string' ? location : ended.body).toMatch(ending)
})

test('calls that make an account or a key give none without the step', async () => {
  const { t, olive } = await asking(0, 'LDAP')
  const uid = `step${++count}`
  await ldap.add(uid)
  const byLdap = { username: uid, password: `secret of ${uid}` }
  expect(await t.as().refusal(fetchApiKey, byLdap)).toMatchObject({
    code: 'AUTHENTICATION_FAILED',
    message: expect.stringContaining('asks for a second step'),
  })
  const token = await new SignJWT({ email: olive.email })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(t.clock.now() / 1000) + 60)
    .sign(new TextEncoder().encode(jwtKey))
  const refused = await t
    .as()
    .call(jwtFetchApiKey, { token })
    .then(
      // A key that is given out opens nothing.
      ({ api_key: apiKey }) => t.as({ ...olive, apiKey }).refusal(getOwnUser, {}),
      (error: unknown) => error,
    )
  expect(refused).toMatchObject({ status: 401 })
})

test('people who were imported have the time of grace from the import on, and no more', async () => {
  const first = await testApp()
  const { built, otto } = teaClub()
  const { organizationId, directory, subdomain } = await imported(first, built)
  expect(otto).toBeDefined()
  const base = { ...first, organizationId, directory, host: `${subdomain}.localhost` }
  const t: TestApp = { ...base, given: new Given(base) }
  const email = must(
    [...directory.users.values()].find(({ fullName }) => fullName === 'Otto'),
    'he is there',
  ).deliveryEmail
  await ask(t, 7)
  expect(await isIn((await byReset(t, email)).browser)).toBe(true)
  await ask(t, 0)
  const { browser, answer } = await byReset(t, email)
  expect([answer.headers.location, await isIn(browser)]).toEqual([setUpPath, false])
})
