import { createWebexVideoCall } from '@tagma/contract/endpoints/calls/create-webex-video-call.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { installation } from '#store/log/transactions.ts'
import { findWebexToken } from '#store/people/webex-tokens.ts'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { converge } from '#test/converge.ts'
import { type VideoRequest, videoService } from '#test/video-service.ts'

const address = 'https://example.webex.com/example/j.php?MTID=m5f0c3a'
const fromWebex = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
const json = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })
const day = 24 * 3600

/** A small Webex: gives tokens for the code `good`, new ones for the last refresh token, and meetings for the last one. */
class FakeWebex {
  isRevoked = false
  meetings: 'work' | 'fail' | 'forget-access' = 'work'
  #made = 0

  readonly answer = ({ url, body, headers }: VideoRequest) => {
    if (url === '/v1/access_token') {
      const fields = new URLSearchParams(body)
      const isRight =
        fields.get('client_id') === 'client' &&
        fields.get('client_secret') === 'client secret' &&
        (fields.get('grant_type') === 'authorization_code'
          ? fields.get('code') === 'good'
          : !this.isRevoked && fields.get('refresh_token') === `refresh ${this.#made}`)
      if (!isRight) return json({ message: 'no' }, 400)
      this.#made++
      if (this.meetings === 'forget-access') this.meetings = 'work'
      return json({
        access_token: `access ${this.#made}`,
        refresh_token: `refresh ${this.#made}`,
        expires_in: 14 * day,
      })
    }
    if (url !== '/v1/meetings') return json({}, 404)
    if (this.meetings === 'fail') return json({ message: 'oops' }, 500)
    const isKnown = headers.authorization === `Bearer access ${this.#made}`
    if (this.isRevoked || !isKnown || this.meetings === 'forget-access') return json({}, 401)
    return json({ webLink: address })
  }
}

/** A server with Webex, and people who are signed in in browsers. */
async function given() {
  const webex = new FakeWebex()
  const service = await videoService(webex.answer)
  const t = await testApp({
    TAGMA_WEBEX_CLIENT_ID: 'client',
    TAGMA_WEBEX_CLIENT_SECRET: 'client secret',
    TAGMA_WEBEX_URL: `${service.url}/v1`,
  })
  const { iris, petra } = await t.given.members('iris', 'petra')
  const begin = async (browser: TestBrowser) => {
    const { status, headers } = await browser.request('GET', '/calls/webex/register')
    expect(status).toBe(302)
    return new URL(String(headers.location))
  }
  const complete = (browser: TestBrowser, fields: Record<string, string>) =>
    browser.request('GET', '/calls/webex/complete', fields, fromWebex)
  const connect = async (browser: TestBrowser, code = 'good') => {
    const state = (await begin(browser)).searchParams.get('state') ?? ''
    return complete(browser, { code, state })
  }
  const irisBrowser = await new TestBrowser(t).enter(iris)
  const hasToken = async (user = iris) => (await t.as(user).call(registerQueue, {})).has_webex_token
  const asked = (path: string) => service.requests.filter(({ url }) => url === path)
  return { t, webex, service, iris, petra, irisBrowser, begin, complete, connect, hasToken, asked }
}

const refusalOf = async ({ t, iris }: Pick<Awaited<ReturnType<typeof given>>, 't' | 'iris'>) =>
  (await t.as(iris).refusal(createWebexVideoCall, {})).code

test('a person connects their account, and then creates meetings with it', async () => {
  const g = await given()
  const { t, service, iris, petra, irisBrowser, begin, connect, asked } = g
  expect([await g.hasToken(), await refusalOf(g)]).toEqual([false, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN'])
  const to = await begin(irisBrowser)
  expect(to.origin + to.pathname).toBe(`${service.url}/v1/authorize`)
  const redirect = to.searchParams.get('redirect_uri') ?? ''
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    client_id: 'client',
    response_type: 'code',
    scope: 'meeting:schedules_read meeting:schedules_write',
  })
  expect(redirect.endsWith('/calls/webex/complete')).toBe(true)

  const received = await converge(t, [iris, petra], async () => {
    expect((await connect(irisBrowser)).status).toBe(200)
  })
  expect(received.get(iris.id)).toMatchObject([{ type: 'has_webex_token', value: true }])
  expect(received.get(petra.id)).toEqual([])
  const exchange = new URLSearchParams(asked('/v1/access_token')[0]?.body)
  expect([exchange.get('code'), exchange.get('redirect_uri')]).toEqual(['good', redirect])

  expect((await t.as(iris).call(createWebexVideoCall, {})).url).toBe(address)
  const [meeting] = asked('/v1/meetings')
  expect([meeting?.method, meeting?.headers.authorization]).toEqual(['POST', 'Bearer access 1'])
  const { start, end } = JSON.parse(meeting?.body ?? '') as { start: string; end: string }
  expect(Date.parse(end) - Date.parse(start)).toBe(40 * 60_000)
  const other = await t.as(petra).refusal(createWebexVideoCall, {})
  expect(other.code).toBe('INVALID_VIDEO_CALL_PROVIDER_TOKEN')
})

test('tokens lie encrypted in the database', async () => {
  const { t, iris, irisBrowser, connect } = await given()
  await connect(irisBrowser)
  const sealed = await t.app.services.data.transact(installation, (tx) => findWebexToken(tx.db, iris.id))
  expect(sealed).toMatch(/^[\w+/=]{80,}$/)
  expect(Buffer.from(sealed ?? '', 'base64').toString('latin1')).not.toMatch(/access|refresh/)
})

test('a token that ends soon is refreshed first, once', async () => {
  const { t, iris, irisBrowser, connect, asked } = await given()
  await connect(irisBrowser)
  t.clock.advance({ days: 13, hours: 23, minutes: 59, seconds: 30 })
  await t.as(iris).call(createWebexVideoCall, {})
  await t.as(iris).call(createWebexVideoCall, {})
  expect(asked('/v1/meetings').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer access 2',
    'Bearer access 2',
  ])
  expect(asked('/v1/access_token')).toHaveLength(2)
})

test('a token that Webex refuses is refreshed', async () => {
  const { t, webex, iris, irisBrowser, connect, hasToken } = await given()
  await connect(irisBrowser)
  webex.meetings = 'forget-access'
  expect((await t.as(iris).call(createWebexVideoCall, {})).url).toBe(address)
  expect(await hasToken()).toBe(true)
})

test('a connection that was revoked ends, and the person hears of it', async () => {
  const g = await given()
  const { t, webex, iris, irisBrowser, connect } = g
  await connect(irisBrowser)
  webex.isRevoked = true
  const received = await converge(t, [iris], async () => {
    expect(await refusalOf(g)).toBe('INVALID_VIDEO_CALL_PROVIDER_TOKEN')
  })
  expect(received.get(iris.id)).toMatchObject([{ type: 'has_webex_token', value: false }])
  expect(await g.hasToken()).toBe(false)
})

test('a failure of Webex keeps the connection', async () => {
  const g = await given()
  await g.connect(g.irisBrowser)
  g.webex.meetings = 'fail'
  expect([await refusalOf(g), await g.hasToken()]).toEqual(['BAD_REQUEST', true])
})

test('only the browser session that began can complete, in time', async () => {
  const { t, iris, petra, irisBrowser, begin, complete, hasToken, asked } = await given()
  const state = (await begin(irisBrowser)).searchParams.get('state') ?? ''
  const petraBrowser = await new TestBrowser(t).enter(petra)
  const irisElsewhere = await new TestBrowser(t).enter(iris)
  const statusOf = async (browser: TestBrowser, sent: string) =>
    (await complete(browser, { code: 'good', state: sent })).status
  expect([
    await statusOf(petraBrowser, state),
    await statusOf(irisElsewhere, state),
    await statusOf(irisBrowser, `${state.slice(0, -3)}AAA`),
    await statusOf(irisBrowser, ''),
    await statusOf(new TestBrowser(t), state),
  ]).toEqual([403, 403, 403, 403, 302])
  t.clock.advance({ minutes: 16 })
  expect(await statusOf(irisBrowser, state)).toBe(403)
  expect([asked('/v1/access_token'), await hasToken(), await hasToken(petra)]).toEqual([[], false, false])
})

test('without a permission, or with a wrong code, nothing is connected', async () => {
  const { irisBrowser, begin, complete, connect, hasToken } = await given()
  const state = (await begin(irisBrowser)).searchParams.get('state') ?? ''
  const refused = await complete(irisBrowser, { error: 'access_denied', state })
  const wrong = await connect(irisBrowser, 'bad')
  expect([refused.status, wrong.status, await hasToken()]).toEqual([400, 502, false])
  expect(wrong.body).not.toContain('client secret')
})

test('organizations choose Webex where it is set up', async () => {
  const { t } = await given()
  const owner = t.as(await t.given.user('olga', { role: 'owner' }))
  const { realm_available_video_chat_providers: providers } = await owner.call(registerQueue, {})
  expect(providers?.webex).toEqual({ name: 'Webex', id: 8 })
  await owner.call(updateRealm, { video_chat_provider: 8 })
  expect((await owner.call(registerQueue, {})).realm_video_chat_provider).toBe(8)
})

test('without the setting there is no such call, and no such page', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { code } = await t.as(iris).refusal(createWebexVideoCall, {})
  const page = await (await new TestBrowser(t).enter(iris)).request('GET', '/calls/webex/register')
  expect([code, page.status]).toEqual(['BAD_REQUEST', 404])
})
