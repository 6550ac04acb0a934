import { jwtFetchApiKey } from '@tagma/contract/endpoints/server/jwt-fetch-api-key.ts'
import { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { parseConfig } from '#config/config.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { addFactor } from '#test/authenticator.ts'
import { TestBrowser } from '#test/browser.ts'

const secret = 'a secret of the service, of 32 bytes or more'
const organization = () => testApp({ TAGMA_JWT_KEY: secret, TAGMA_JWT_ALGORITHMS: 'HS256' })

interface Making {
  readonly key?: string
  readonly alg?: string
  readonly seconds?: number | undefined
  readonly id?: string
}
const token = (t: TestApp, claims: Readonly<Record<string, unknown>>, making: Making = {}) => {
  const { key = secret, alg = 'HS256', id } = making
  const seconds = 'seconds' in making ? making.seconds : 300
  const made = new SignJWT(claims).setProtectedHeader({ alg })
  if (seconds !== undefined) made.setExpirationTime(Math.floor(t.clock.now() / 1000) + seconds)
  if (id !== undefined) made.setJti(id)
  return made.sign(new TextEncoder().encode(key))
}

test('a token gets a key of its own, for each program another one', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const first = await t.as().call(jwtFetchApiKey, { token: await token(t, { email: iris.email }) })
  expect(first).toEqual({ api_key: expect.stringMatching(/^tgm_\w{28}$/), email: iris.email })
  const second = await t.as().call(jwtFetchApiKey, {
    token: await token(t, { email: 'IRIS@example.com' }),
    include_profile: true,
  })
  expect(second.user).toMatchObject({ user_id: iris.id, full_name: 'iris' })
  for (const { api_key: apiKey } of [first, second])
    expect(await t.as({ ...iris, apiKey }).call(getOwnUser, {})).toMatchObject({ user_id: iris.id })
  expect((await t.as(iris).call(getAccessTokens, {})).access_tokens).toHaveLength(2)
})

test('only tokens that are whole, new and of somebody are taken', async () => {
  const t = await organization()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('robot', iris)
  const claims = { email: iris.email }
  const once = await token(t, claims, { id: systemRandom.uuid() })
  await t.as().call(jwtFetchApiKey, { token: once })
  const unsigned = new UnsecuredJWT(claims).setExpirationTime(Math.floor(t.clock.now() / 1000) + 60).encode()
  for (const bad of [
    once,
    unsigned,
    'x',
    'a.b.c',
    await token(t, claims, { key: 'another secret that has 32 bytes or more' }),
    await token(t, claims, { alg: 'HS512' }),
    await token(t, claims, { seconds: undefined }),
    await token(t, claims, { seconds: -61 }),
    await token(t, claims, { seconds: 3600 }),
    await token(t, {}),
    await token(t, { email: 7 }),
    await token(t, { email: 'nobody@example.com' }),
    await token(t, { email: bot.email }),
  ])
    expect(await t.as().refusal(jwtFetchApiKey, { token: bad })).toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_FAILED',
    })
  const olive = await t.given.user('olive', { role: 'owner' })
  await t.as(olive).call(deactivateUser, { user_id: iris.id })
  expect((await t.as().refusal(jwtFetchApiKey, { token: await token(t, claims) })).code).toBe(
    'USER_DEACTIVATED',
  )
})

test('a form of the service signs a browser in, and the second factor is asked for', async () => {
  const t = await organization()
  const iris = await t.given.user('iris')
  const foreign = { 'sec-fetch-site': 'cross-site' }
  const enter = async (browser: TestBrowser) =>
    browser.request('POST', '/accounts/login/jwt/', { token: await token(t, { email: iris.email }) }, foreign)
  const browser = new TestBrowser(t)
  expect((await enter(browser)).headers.location).toBe('/')
  expect((await browser.call('GET', '/users/me')).json.user_id).toBe(iris.id)
  const { phone } = await addFactor(t, iris)
  const asked = new TestBrowser(t)
  expect((await enter(asked)).headers.location).toBe('/accounts/login/second-factor/')
  expect((await asked.call('GET', '/users/me')).status).toBe(401)
  await asked.request('POST', '/accounts/login/second-factor/', { code: phone.next() })
  expect((await asked.call('GET', '/users/me')).status).toBe(200)
  const refusal = await t.as().refusal(jwtFetchApiKey, { token: await token(t, { email: iris.email }) })
  expect(refusal.message).toContain('Sign in with your browser')
  const bad = await new TestBrowser(t).request('POST', '/accounts/login/jwt/', { token: 'x' }, foreign)
  expect([bad.status, bad.body.includes('not in order')]).toEqual([403, true])
})

test('a public key takes tokens of its own algorithm and no other', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const pem = await exportSPKI(publicKey)
  const t = await testApp({ TAGMA_JWT_KEY: pem, TAGMA_JWT_ALGORITHMS: 'ES256' })
  const iris = await t.given.user('iris')
  const good = await new SignJWT({ email: iris.email })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime(Math.floor(t.clock.now() / 1000) + 60)
    .sign(privateKey)
  expect((await t.as().call(jwtFetchApiKey, { token: good })).email).toBe(iris.email)
  // The public key, used as a secret.
  const confused = await token(t, { email: iris.email }, { key: pem })
  expect((await t.as().refusal(jwtFetchApiKey, { token: confused })).code).toBe('AUTHENTICATION_FAILED')
  const config = (more: Readonly<Record<string, string>>) => () => parseConfig(more)
  expect(config({ TAGMA_JWT_KEY: pem, TAGMA_JWT_ALGORITHMS: 'HS256' })).toThrow(/a secret for HS/)
  expect(config({ TAGMA_JWT_KEY: secret, TAGMA_JWT_ALGORITHMS: 'ES256' })).toThrow(/a secret for HS/)
  expect(config({ TAGMA_JWT_KEY: 'short', TAGMA_JWT_ALGORITHMS: 'HS256' })).toThrow(/at least 32 bytes/)
  expect(config({ TAGMA_JWT_KEY: secret })).toThrow(/belong together/)
  expect(config({ TAGMA_JWT_KEY: secret, TAGMA_JWT_ALGORITHMS: 'none' })).toThrow(/has "none"/)
})
