import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { credentials } from '#test/load-upload.ts'
import { saveSessionUsesJob } from './save-session-uses-job.ts'

const me = (browser: TestBrowser) => browser.call('GET', '/users/me')

async function signedIn(options?: { stays?: boolean }) {
  const t = await testApp()
  const iris = await t.given.user('iris')
  return { t, iris, browser: await new TestBrowser(t).enter(iris, options) }
}

const saveUses = (t: TestApp) => saveSessionUsesJob.run(t.app.services, t.organizationId)

test('a session is heard below /json, and never below /api/v1', async () => {
  const { t, iris, browser } = await signedIn()
  expect((await me(browser)).json).toMatchObject({ user_id: iris.id })
  expect((await browser.request('GET', '/api/v1/users/me')).json).toMatchObject({ code: 'UNAUTHORIZED' })
  // A key is not heard below /json.
  const byKey = await new TestBrowser(t).call('GET', '/users/me', undefined, credentials(iris))
  expect([byKey.status, byKey.json.code]).toEqual([401, 'UNAUTHORIZED'])
  expect(byKey.headers['www-authenticate']).toBe('Session realm="tagma"')
})

test('answers below /json are for pages of this server only', async () => {
  const { browser } = await signedIn()
  const { headers } = await me(browser)
  expect(headers).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect((await browser.call('GET', '/nothing')).status).toBe(404)
  expect((await browser.call('DELETE', '/messages')).json).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
})

test('values that were never given out, and sessions of other organizations, are refused', async () => {
  const { browser } = await signedIn()
  const [, value = ''] = browser.cookie?.split('=') ?? []
  expect(value).toMatch(/^[A-Za-z0-9]{43}$/)
  const elsewhere = new TestBrowser(await testApp())
  const wrong = [
    `tagma=${value}`,
    `__Host-tagma=${value}`,
    '__Host-tagma=',
    `__Host-tagma=${'x'.repeat(43)}`,
    `__Host-tagma='or 1=1--`,
  ]
  for (const cookie of wrong) {
    elsewhere.cookie = cookie
    expect((await me(elsewhere)).json).toMatchObject({ code: 'UNAUTHORIZED' })
  }
})

test('another site cannot use a session, not even a neighbouring organization', async () => {
  const { browser } = await signedIn()
  const from = (site: string, mode = 'cors') => ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode })
  const change = (headers: Record<string, string>) =>
    browser.call('POST', '/users/me/status', { status_text: 'forged' }, headers)
  for (const site of ['cross-site', 'same-site', 'none'])
    for (const mode of ['cors', 'navigate', 'no-cors']) {
      const { status, json } = await change(from(site, mode))
      expect([status, json.code]).toEqual([403, 'CSRF_FAILED'])
    }
  expect((await browser.call('GET', '/users/me', {}, from('same-site'))).json.code).toBe('CSRF_FAILED')
  const own = await browser.call('GET', '/users/me/status')
  expect(own.json.status_text ?? '').not.toBe('forged')
  expect((await change(from('same-origin'))).status).toBe(200)
})

test('a session in use stays for 14 days after each use, and for 90 days at most', async () => {
  const { t, browser } = await signedIn()
  for (let day = 0; day < 90; day += 13) {
    expect((await me(browser)).status).toBe(200)
    t.clock.advance({ days: 13 })
  }
  expect((await me(browser)).status).toBe(401)

  const { t: other, browser: idle } = await signedIn()
  expect((await me(idle)).status).toBe(200)
  other.clock.advance({ days: 14 })
  expect((await me(idle)).status).toBe(401)
})

test('who does not stay signed in is signed out by 12 hours without use', async () => {
  const { t, browser } = await signedIn({ stays: false })
  t.clock.advance({ hours: 11 })
  expect((await me(browser)).status).toBe(200)
  t.clock.advance({ hours: 12 })
  expect((await me(browser)).status).toBe(401)
})

test('a session gets a new value each day; the former one is good for five minutes more', async () => {
  const { t, browser } = await signedIn()
  const former = new TestBrowser(t)
  former.cookie = browser.cookie
  t.clock.advance({ hours: 23 })
  expect((await me(browser)).headers).not.toHaveProperty('set-cookie')
  t.clock.advance({ hours: 1 })
  expect((await me(browser)).headers['set-cookie']).toMatch(/^__Host-tagma=.*Secure; Max-Age=1209600$/)
  expect(browser.cookie).not.toBe(former.cookie)
  expect((await me(browser)).headers).not.toHaveProperty('set-cookie')
  t.clock.advance({ minutes: 1 })
  await saveUses(t)
  t.clock.advance({ minutes: 3 })
  const late = await me(former)
  expect([late.status, late.headers['set-cookie']]).toEqual([200, undefined])
  expect((await me(browser)).status).toBe(200)
})

test('a former value that comes back ends the session: somebody may have copied it', async () => {
  const { t, iris, browser } = await signedIn()
  const thief = new TestBrowser(t)
  thief.cookie = browser.cookie
  t.clock.advance({ days: 1 })
  await me(browser)
  await me(browser)
  await saveUses(t)
  t.clock.advance({ minutes: 6 })
  expect((await me(thief)).json).toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await me(browser)).status).toBe(401)
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'session.reused', target: iris.id }),
  )
})

test('an answer with a new value that gets lost signs nobody out', async () => {
  const { t, browser } = await signedIn()
  const { cookie } = browser
  t.clock.advance({ days: 1 })
  expect((await me(browser)).headers).toHaveProperty('set-cookie')
  browser.cookie = cookie
  t.clock.advance({ minutes: 1 })
  expect((await me(browser)).headers).not.toHaveProperty('set-cookie')
  t.clock.advance({ minutes: 10 })
  expect((await me(browser)).headers).toHaveProperty('set-cookie')
  expect((await me(browser)).status).toBe(200)
})

test('calls at the same time get one new value', async () => {
  const { t, browser } = await signedIn()
  t.clock.advance({ days: 1 })
  const answers = await Promise.all([me(browser), me(browser), me(browser)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1)
})

test('a person has 100 sessions at most; the one that was not used for longest gives way', async () => {
  const { t, iris, browser } = await signedIn()
  t.clock.advance({ minutes: 1 })
  const second = await new TestBrowser(t).enter(iris)
  for (let n = 0; n < 98; n++) await new TestBrowser(t).enter(iris)
  expect((await me(browser)).status).toBe(200)
  await new TestBrowser(t).enter(iris)
  expect((await me(browser)).status).toBe(401)
  expect((await me(second)).status).toBe(200)
})
