import { Script } from 'node:vm'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'

const enter = (browser: TestBrowser, fields: Record<string, string>, headers?: Record<string, string>) =>
  browser.request('POST', '/login/', fields, headers)

const right = { username: 'iris@example.com', password: 'password of iris' }
const wrong = { ...right, password: 'wrong' }

/** Text of the page's alert. */
const alertOf = (body: string) =>
  /<p role="alert"[^>]*>(.*?)<\/p>/.exec(body)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? ''

async function organization(settings?: Record<string, string>): Promise<TestApp> {
  const t = await testApp(settings)
  await t.given.user('olive', { role: 'owner' })
  await t.given.user('iris')
  return t
}

test('the page says where one signs in, and fits password managers', async () => {
  const t = await organization()
  await t.given.settings({})
  for (const url of ['/login/', '/login', '/accounts/login/']) {
    const { status, headers, body } = await new TestBrowser(t).request('GET', url)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(body).toContain(`<title>Sign in · ${t.directory.organization.name}</title>`)
    expect(body).toMatch(/<input id="username" name="username" type="email".*autocomplete="username"/)
    expect(body).toMatch(
      /<input id="password" name="password" type="password" autocomplete="current-password"/,
    )
    expect(body).toContain('<a href="/accounts/password/reset">Forgot your password?</a>')
    expect(body).toContain('name="stay" value="on" checked')
    const script = must(/<script src="([^"]+)"/.exec(body)?.[1], 'the page has a script')
    const loaded = await new TestBrowser(t).request('GET', script)
    expect(loaded.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(() => new Script(loaded.body)).not.toThrow()
  }
})

test('where a channel is open to the web, the page leads to what one reads without an account', async () => {
  const t = await testApp()
  const link = '<a href="/#recent">Read without an account</a>'
  const page = async () => (await new TestBrowser(t).request('GET', '/login/')).body
  await t.given.settings({ enable_spectator_access: true })
  await t.given.channel([await t.given.user('olive', { role: 'owner' })], {
    name: 'square',
    is_web_public: true,
  })
  expect(await page()).toContain(link)
  await t.given.settings({ enable_spectator_access: false })
  expect(await page()).not.toContain(link)
})

test('where nobody has an account yet, the page says how the first one is made', async () => {
  const t = await testApp()
  const { status, body } = await new TestBrowser(t).request('GET', '/login/')
  expect(status).toBe(200)
  expect(body).toContain('<p role="status">Nobody has an account here yet. The server printed a link')
  expect(body).not.toContain('<form')
  await t.given.user('olive', { role: 'owner' })
  expect((await new TestBrowser(t).request('GET', '/login/')).body).toContain('<form')
})

test('the right password opens a session and leads to the address that was asked for', async () => {
  const t = await organization()
  for (const [next, location] of [
    ['/#narrow/dm/5', '/#narrow/dm/5'],
    ['//evil.example', '/'],
  ] as const) {
    const browser = new TestBrowser(t)
    const { status, headers } = await enter(browser, { ...right, next })
    expect([status, headers.location]).toEqual([303, location])
    expect((await browser.call('GET', '/users/me')).json).toMatchObject({ full_name: 'iris' })
    // Who is signed in needs no form.
    const again = await browser.request('GET', `/login/?next=${encodeURIComponent(next)}`)
    expect([again.status, again.headers.location]).toEqual([303, location])
  }
})

test('only who asks for it stays signed in when the browser closes', async () => {
  const t = await organization()
  const cookieOf = async (fields: Record<string, string>) =>
    (await enter(new TestBrowser(t), { ...right, ...fields })).headers['set-cookie']
  expect(await cookieOf({ stay: 'on' })).toContain('Max-Age=1209600')
  expect(await cookieOf({})).not.toContain('Max-Age')
})

test('what was typed is there again after a mistake, except the password', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  const { status, body, headers } = await enter(browser, {
    username: '"><script>@example.com',
    password: 'secret guess',
    next: '/#recent',
  })
  expect([status, headers['set-cookie']]).toEqual([200, undefined])
  expect(alertOf(body)).toContain('password is wrong')
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;@example.com"')
  expect(body).toContain('name="next" value="/#recent"')
  expect(body).not.toContain('secret guess')
  expect(body).not.toMatch(/name="stay" value="on" checked/)
})

test('a deactivated account, and a closed organization, have sentences of their own', async () => {
  const t = await organization()
  const [olive, iris] = ['olive', 'iris'].map((name) =>
    must(t.directory.userByEmail(`${name}@example.com`), 'made above'),
  )
  await t.as(olive).call(deactivateUser, { user_id: iris?.id ?? 0 })
  expect(alertOf((await enter(new TestBrowser(t), right)).body)).toMatch(/^Your account is deactivated\./)
  await t.as(olive).call(deactivateRealm, {})
  for (const answer of [
    await new TestBrowser(t).request('GET', '/login/'),
    await enter(new TestBrowser(t), right),
  ]) {
    expect(alertOf(answer.body)).toMatch(/^This organization is closed\./)
    expect(answer.body).not.toContain('<form')
  }
})

test('after too many wrong passwords the page counts down, together with the API', async () => {
  const t = await organization({ TAGMA_RATE_LIMITS: 'password_guess=3/60' })
  const browser = new TestBrowser(t)
  for (let n = 0; n < 2; n++) expect(alertOf((await enter(browser, wrong)).body)).toContain('is wrong')
  const { code } = await t.as().refusal(fetchApiKey, wrong)
  expect(code).toBe('AUTHENTICATION_FAILED')
  const limited = await enter(browser, right)
  expect([limited.status, limited.headers['set-cookie']]).toEqual([200, undefined])
  const seconds = Number(/data-seconds="(\d+)"/.exec(limited.body)?.[1])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(alertOf(limited.body)).toContain(`Try again in ${seconds} seconds`)
  t.clock.advance({ seconds: 61 })
  expect((await enter(browser, right)).status).toBe(303)
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'none' }],
])('a form with %j signs nobody in: it came from elsewhere', async (headers) => {
  const t = await organization()
  const answer = await enter(new TestBrowser(t), right, headers)
  expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
  expect(answer.body).toContain('This form came from elsewhere')
})

test('signing in again ends the session that the browser had', async () => {
  const t = await organization()
  const browser = new TestBrowser(t)
  await enter(browser, right)
  const { cookie } = browser
  browser.cookie = undefined
  await enter(browser, right)
  const kept = new TestBrowser(t)
  kept.cookie = cookie
  expect((await kept.call('GET', '/users/me')).status).toBe(200)
  await enter(kept, right)
  expect(kept.cookie).not.toBe(cookie)
  const copy = new TestBrowser(t)
  copy.cookie = cookie
  expect((await copy.call('GET', '/users/me')).status).toBe(401)
})

test('a cookie that somebody planted is not the one of the session', async () => {
  const t = await organization()
  const planted = 'x'.repeat(43)
  for (const name of ['tagma', '__Host-tagma']) {
    const browser = new TestBrowser(t)
    browser.cookie = `${name}=${planted}`
    await enter(browser, right)
    expect(browser.cookie).not.toContain(planted)
    expect((await browser.call('GET', '/users/me')).status).toBe(200)
    const attacker = new TestBrowser(t)
    attacker.cookie = `${name}=${planted}`
    expect((await attacker.call('GET', '/users/me')).status).toBe(401)
  }
})

test('signing in by the page is noted as by the API', async () => {
  const t = await organization()
  const iris = must(t.directory.userByEmail('iris@example.com'), 'made above')
  t.clock.advance({ hours: 1 })
  await enter(new TestBrowser(t), right)
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'sign_in.succeeded', actor: iris.id, organization: t.organizationId }),
  )
})
