import { endOtherSessions } from '@tagma/contract/endpoints/sign-in/end-other-sessions.ts'
import { endSession } from '@tagma/contract/endpoints/sign-in/end-session.ts'
import { getSessions } from '@tagma/contract/endpoints/sign-in/get-sessions.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'

type Listed = readonly { readonly id: number; readonly is_current: boolean }[]

const list = async (browser: TestBrowser): Promise<Listed> =>
  (await browser.call('GET', '/tagma/sessions')).json.sessions as Listed

async function signedIn() {
  const t = await testApp()
  const iris = await t.given.user('iris')
  const laptop = await new TestBrowser(t).enter(iris)
  t.clock.advance({ minutes: 1 })
  const chrome =
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
  const phone = await new TestBrowser(t, chrome).enter(iris)
  return { t, iris, laptop, phone }
}

test('people see in which browsers they are signed in, the last used one first', async () => {
  const { t, laptop } = await signedIn()
  const now = t.clock.now() / 1000
  t.clock.advance({ minutes: 1 })
  const common = { address: '127.0.0.1', methods: ['password'] }
  expect((await laptop.call('GET', '/tagma/sessions')).json.sessions).toEqual([
    {
      id: expect.any(Number),
      is_current: true,
      created_at: now - 60,
      seen_at: now + 60,
      program: 'Firefox on Linux',
      ...common,
    },
    {
      id: expect.any(Number),
      is_current: false,
      created_at: now,
      seen_at: now,
      program: 'Chrome on Android',
      ...common,
    },
  ])
})

test('one session is ended, and it is signed out at once', async () => {
  const { t, iris, laptop, phone } = await signedIn()
  const other = (await list(laptop)).find(({ is_current }) => !is_current)
  expect((await laptop.call('DELETE', `/tagma/sessions/${other?.id}`)).json.result).toBe('success')
  expect((await phone.call('GET', '/users/me')).status).toBe(401)
  expect(await list(laptop)).toMatchObject([{ is_current: true }])
  expect(t.securityLines).toContainEqual(
    expect.objectContaining({ event: 'session.ended', actor: iris.id, target: other?.id }),
  )
})

test('sessions of others are as if they did not exist', async () => {
  const { t, laptop } = await signedIn()
  const otto = await new TestBrowser(t).enter(await t.given.user('otto'))
  const [own] = await list(otto)
  const refused = await laptop.call('DELETE', `/tagma/sessions/${own?.id}`)
  expect([refused.status, refused.json.code]).toEqual([400, 'BAD_REQUEST'])
  expect((await otto.call('GET', '/users/me')).status).toBe(200)
  expect(await list(otto)).toHaveLength(1)
})

test('all other sessions are ended together', async () => {
  const { t, iris, laptop, phone } = await signedIn()
  const third = await new TestBrowser(t).enter(iris)
  expect((await phone.call('DELETE', '/tagma/sessions')).json).toMatchObject({ ended: 2 })
  for (const gone of [laptop, third]) expect((await gone.call('GET', '/users/me')).status).toBe(401)
  expect(await list(phone)).toMatchObject([{ is_current: true }])
})

test('a session that ended by its time is not listed', async () => {
  const { t, iris } = await signedIn()
  t.clock.advance({ days: 15 })
  expect(await list(await new TestBrowser(t).enter(iris))).toHaveLength(1)
})

test('answers are as the contract declares them', async () => {
  const t = await testApp()
  const iris = await t.given.user('iris')
  // Each of these calls comes from a browser of its own.
  expect((await t.as(iris).call(getSessions, {})).sessions).toMatchObject([{ is_current: true }])
  const { sessions } = await t.as(iris).call(getSessions, {})
  expect(sessions).toHaveLength(2)
  await t.as(iris).call(endSession, { session_id: sessions[1]?.id ?? 0 })
  const refused = await t.as(iris).refusal(endSession, { session_id: sessions[1]?.id ?? 0 })
  expect(refused.code).toBe('BAD_REQUEST')
  expect(await t.as(iris).call(endOtherSessions, {})).toMatchObject({ ended: 3 })
})

test('an API key reaches none of this', async () => {
  const { t, iris } = await signedIn()
  const { statusCode } = await t.app.http.inject({
    url: '/api/v1/tagma/sessions',
    headers: { host: t.host, authorization: `Basic ${btoa(`${iris.email}:${iris.apiKey}`)}` },
  })
  expect(statusCode).toBe(404)
})
