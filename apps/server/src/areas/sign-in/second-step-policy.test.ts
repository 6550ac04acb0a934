import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { getSecondFactor } from '@tagma/contract/endpoints/sign-in/get-second-factor.ts'
import { resetSecondFactor } from '@tagma/contract/endpoints/sign-in/reset-second-factor.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { readAuditRows } from '#store/log/audit-log.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addFactor, Authenticator } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'
import type { TestUser } from '#test/given.ts'
import {
  isIn,
  linked,
  organizationWithProviders,
  prepared,
  setUp,
  startProviders,
  stopProviders,
  visitTrusted,
  ways,
} from '#test/ways-in.ts'
import { followStepPolicyJob } from './follow-step-policy-job.ts'

// The organization's policy for second factors: who needs one, until when they may go on without, what happens then.

beforeAll(startProviders)
afterAll(stopProviders)

const password = 'password of iris'
const login = { username: 'iris@example.com', password }
const setUpPath = '/accounts/login/set-up/'

/** Asks members for a second step, with so many days of grace, and lets the job see it. */
async function ask(t: TestApp, days: number): Promise<void> {
  const group = t.directory.systemGroup('role:members').id
  await t.given.settings({ second_factor_required_group: group, second_factor_grace_days: days })
  await follow(t)
}

const follow = (t: TestApp) => followStepPolicyJob.run(t.app.services, t.organizationId)

async function mailsTo(t: TestApp, user: TestUser) {
  const already = t.mails.length
  await sendMailJob.run(t.app.services, t.organizationId)
  return t.mails.slice(already).filter(({ to }) => to === user.email)
}

const names = Object.keys(ways)
/** Ways without a page, which cannot help anybody to set up a second step. */
const withoutPage = new Set([
  'fetch_api_key',
  'fetch_api_key by LDAP',
  'a new access token',
  'a new API key from an open browser',
])
/** Ways that begin in a session without a second step. */
const bySession = new Set(['a new access token', 'a new API key from an open browser'])

test.each(names)('%s: within the time of grace, nobody is asked for more', async (name) => {
  const place = await organizationWithProviders()
  await prepared[name]?.(place.t)
  await ask(place.t, 7)
  expect(await ways[name]?.({ ...place, code: undefined })).toBe(true)
})

test.each(names)('%s: after the time of grace, nobody gets in without a second step', async (name) => {
  const place = await organizationWithProviders()
  await prepared[name]?.(place.t)
  await ask(place.t, 0)
  expect(await ways[name]?.({ ...place, code: undefined })).toBe(false)
})

test.each(names)('%s: after the time of grace, a page helps to set one up', async (name) => {
  const place = await organizationWithProviders()
  await prepared[name]?.(place.t)
  await ask(place.t, 0)
  expect(await ways[name]?.({ ...place, code: undefined, setsUp: true })).toBe(!withoutPage.has(name))
})

test.each(names)('%s: whoever has a second step gets in with it, and not without', async (name) => {
  const place = await organizationWithProviders()
  await prepared[name]?.(place.t)
  const { phone } = await addFactor(place.t, place.iris)
  await ask(place.t, 0)
  expect(await ways[name]?.({ ...place, code: undefined })).toBe(false)
  expect(await ways[name]?.({ ...place, code: phone.next() })).toBe(!bySession.has(name))
})

test('the word of a provider that asks for second factors itself is enough', async () => {
  const { t } = await organizationWithProviders()
  const sub = await linked(t, 'trusted')
  await ask(t, 0)
  const browser = new TestBrowser(t)
  expect((await visitTrusted(browser, sub)).headers.location).toBe('/')
  expect(await isIn(browser)).toBe(true)
  const { json } = await browser.call('GET', '/tagma/second_factor')
  expect(json).toMatchObject({ is_on: false, is_session_enough: true })
})

test('sessions, keys and tokens without a second step end with the time of grace, those with one go on', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const weak = await new TestBrowser(t).enter(iris)
  const oldToken = await t.as(iris).call(createAccessToken, { name: 'Old', password, scopes: ['full'] })
  await ask(t, 7)
  const strong = await new TestBrowser(t).enter(iris)
  expect((await strong.call('GET', '/tagma/second_factor')).json).toMatchObject({
    required_from: t.clock.now() / 1000 + 7 * 24 * 3600,
    is_session_enough: false,
  })
  const begun = await strong.call('POST', '/tagma/second_factor', { password })
  const phone = new Authenticator(t.clock, String(begun.json.secret))
  await strong.call('POST', '/tagma/second_factor/confirm', { code: phone.shown() })
  expect((await strong.call('GET', '/tagma/second_factor')).json).toMatchObject({ is_session_enough: true })
  const scopes = '["full"]'
  const made = await strong.call('POST', '/tagma/access_tokens', { name: 'New', scopes })
  const newToken = String(made.json.token)
  const by = (apiKey: string) => t.as({ ...iris, apiKey })
  const all = [iris.apiKey, oldToken.token, newToken]
  for (const key of all) await by(key).call(getOwnUser, {})
  expect(await isIn(weak)).toBe(true)

  t.clock.advance({ days: 7, seconds: -1 })
  for (const key of all) await by(key).call(getOwnUser, {})
  t.clock.advance({ seconds: 1 })
  expect(await by(iris.apiKey).refusal(getOwnUser, {})).toMatchObject({
    code: 'INVALID_API_KEY',
    message: expect.stringContaining('replace the key'),
  })
  expect(await by(oldToken.token).refusal(getOwnUser, {})).toMatchObject({
    code: 'INVALID_API_KEY',
    message: expect.stringContaining('access token was made without one'),
  })
  await by(newToken).call(getOwnUser, {})
  expect((await weak.call('GET', '/users/me')).json).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await isIn(strong)).toBe(true)

  // A key that is replaced with the second step goes on.
  const replaced = await strong.call('POST', '/users/me/api_key/regenerate', { code: phone.shown() })
  await by(String(replaced.json.api_key)).call(getOwnUser, {})
  // The job takes what was refused away.
  await follow(t)
  expect((await strong.call('GET', '/tagma/sessions')).json.sessions).toHaveLength(1)
})

test('a mail tells what to do until when, once, and whoever is asked no more begins anew later', async () => {
  const t = await testApp()
  const { iris, ada } = await t.given.members('iris', 'ada')
  await addFactor(t, ada)
  await mailsTo(t, ada)
  await ask(t, 3)
  const due = t.clock.now() / 1000 + 3 * 24 * 3600
  const [mail, ...rest] = await mailsTo(t, iris)
  expect(rest).toEqual([])
  expect(mail?.subject).toBe(`${t.directory.organization.name} asks you for a second step`)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
  expect(mail?.text).toContain(day.format(due * 1000))
  expect(mail?.text).toContain('/#settings')
  await follow(t)
  expect(await mailsTo(t, iris)).toEqual([])

  await t.given.settings({ second_factor_required_group: t.directory.systemGroup('role:nobody').id })
  expect(await t.as(iris).call(getSecondFactor, {})).toMatchObject({ required_from: null })
  await follow(t)
  t.clock.advance({ days: 30 })
  await ask(t, 3)
  expect((await t.as(iris).call(getSecondFactor, {})).required_from).toBe(due + 30 * 24 * 3600)
  expect((await mailsTo(t, ada)).at(-1)?.text).toContain('there is nothing to do to sign in')
})

test('guests outside of the group, bots and their keys go on', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const guest = await t.given.user('gil', { role: 'guest' })
  const bot = await t.as(iris).call(createBot, { full_name: 'Robo', short_name: 'robo', bot_type: 1 })
  await ask(t, 0)
  expect((await t.as(guest).call(getOwnUser, {})).user_id).toBe(guest.id)
  const email = t.directory.users.get(bot.user_id)?.email ?? ''
  const robo = t.as({ id: bot.user_id, email, apiKey: bot.api_key })
  expect((await robo.call(getOwnUser, {})).user_id).toBe(bot.user_id)
  expect(await t.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
})

test('apps are offered the browser once the organization asks for a second step', async () => {
  const t = await testApp()
  const offered = async () =>
    (await t.as().call(getServerSettings, {})).external_authentication_methods.map(({ name }) => name)
  expect(await offered()).toEqual([])
  await ask(t, 7)
  expect(await offered()).toEqual(['tagma'])
})

test('fetch_api_key says where to set one up, and hands an app a token that lasts', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { phone } = await addFactor(t, iris)
  await ask(t, 0)
  const { api_key } = await t.as().call(fetchApiKey, { ...login, code: phone.next() })
  expect(api_key).toMatch(/^tgm_/)
  await t.as({ ...iris, apiKey: api_key }).call(getOwnUser, {})
  const { ada } = await t.given.members('ada')
  const refused = await t.as().refusal(fetchApiKey, {
    username: ada.email,
    password: 'password of ada',
  })
  expect(refused).toMatchObject({
    code: 'AUTHENTICATION_FAILED',
    message: expect.stringContaining('Sign in with your browser'),
  })
})

test('only owners change the policy, and the audit log says what was and what is', async () => {
  const t = await testApp()
  const olive = await t.given.user('olive', { role: 'owner' })
  const adam = await t.given.user('adam', { role: 'administrator' })
  const [nobody, members] = [
    t.directory.systemGroup('role:nobody').id,
    t.directory.systemGroup('role:members').id,
  ]
  const change = { second_factor_required_group: { new: members, old: nobody } }
  expect(await t.as(adam).refusal(updateRealm, change)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(await t.as(adam).refusal(updateRealm, { second_factor_grace_days: 0 })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
  for (const days of [-1, 91, 1.5])
    expect(await t.as(olive).refusal(updateRealm, { second_factor_grace_days: days })).toMatchObject({
      code: 'BAD_REQUEST',
    })
  await t.as(olive).call(updateRealm, { ...change, second_factor_grace_days: 14 })
  const rows = await readAuditRows(t.app.services.data.db, t.organizationId, { after: 0, limit: 1000 })
  expect(JSON.parse(rows.at(-1)?.detail ?? '')).toMatchObject({
    changes: {
      second_factor_required_group: { from: nobody, to: members },
      second_factor_grace_days: { from: 7, to: 14 },
    },
  })
})

test('the last second step stays while the organization asks for one; another one may replace it', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const olive = await t.given.user('olive', { role: 'owner' })
  const { phone } = await addFactor(t, iris)
  await t.given.settings({ second_factor_grace_days: 0 })
  const browser = new TestBrowser(t)
  await browser.request('POST', '/login/', login)
  await browser.request('POST', '/accounts/login/second-factor/', { code: phone.next() })
  await ask(t, 0)
  const removed = await browser.call('DELETE', '/tagma/second_factor')
  expect(removed.json).toMatchObject({
    code: 'BAD_REQUEST',
    msg: expect.stringContaining('set up another one'),
  })
  expect((await browser.call('GET', '/tagma/second_factor')).json).toMatchObject({ is_on: true })

  // An owner who resets it leaves its person at the page that sets one up.
  const owner = new TestBrowser(t)
  await owner.request('POST', '/login/', { username: olive.email, password: 'password of olive' })
  await setUp(owner, t)
  const address = resetSecondFactor.path.replace('{user_id}', String(iris.id))
  expect((await owner.call('DELETE', address)).status).toBe(200)
  const again = await new TestBrowser(t).request('POST', '/login/', login)
  expect(again.headers.location).toBe(setUpPath)
})

test('wrong codes end the set-up, another browser cannot go on with it, and reloading shows the same key', async () => {
  const t = await testApp()
  await t.given.members('iris')
  await ask(t, 0)
  const begin = async () => {
    const browser = new TestBrowser(t)
    expect((await browser.request('POST', '/login/', login)).headers.location).toBe(setUpPath)
    return browser
  }
  const guesser = await begin()
  for (const status of [200, 200, 200, 200, 410])
    expect((await guesser.request('POST', setUpPath, { code: 'nothing' })).status).toBe(status)
  expect((await guesser.request('GET', setUpPath)).status).toBe(410)
  expect((await new TestBrowser(t).request('GET', setUpPath)).status).toBe(410)
  const slow = await begin()
  t.clock.advance({ minutes: 11 })
  expect((await slow.request('POST', setUpPath, { code: '123456' })).status).toBe(410)

  const first = await begin()
  const second = await begin()
  const keyOf = (body: string) => /<code[^>]*>([a-z2-7-]{39})<\/code>/.exec(body)?.[1]
  const shown = keyOf((await first.request('GET', setUpPath)).body)
  expect(shown).toBeDefined()
  expect(keyOf((await first.request('GET', setUpPath)).body)).toBe(shown)
  expect((await setUp(second, t)).status).toBe(303)
  // Another tab was quicker: what it set up counts.
  const late = new Authenticator(t.clock, shown ?? '')
  expect((await first.request('POST', setUpPath, { code: late.shown() })).status).toBe(410)
  expect(await isIn(first)).toBe(false)
  expect(await isIn(second)).toBe(true)
  // Once the recovery codes were shown, they are not shown again.
  expect((await second.request('GET', setUpPath)).status).toBe(410)
})
