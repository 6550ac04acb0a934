import { once } from 'node:events'
import { connect } from 'node:net'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { listeningPort } from '#test/listening-port.ts'

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`

async function ask(
  t: TestApp,
  request: {
    method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH'
    url: string
    headers?: Record<string, string>
    payload?: string
  },
) {
  const response = await t.app.http.inject({
    method: 'GET',
    ...request,
    headers: { host: t.host, ...request.headers },
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse(response.body) as Record<string, unknown>,
  }
}

test('wrong, missing and malformed credentials are told apart', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const as = (authorization?: string) =>
    ask(t, {
      url: '/api/v1/users/me',
      ...(authorization === undefined ? {} : { headers: { authorization } }),
    })
  expect(await as()).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED' },
    headers: { 'www-authenticate': expect.stringContaining('Basic') },
  })
  expect(await as('Bearer x')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect(await as('Basic !!!')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect(await as(basic(iris.email, 'short'))).toMatchObject({
    status: 401,
    body: { code: 'INVALID_API_KEY', msg: 'Malformed API key' },
  })
  expect(await as(basic(iris.email, 'x'.repeat(32)))).toMatchObject({
    status: 401,
    body: { code: 'INVALID_API_KEY', msg: 'Invalid API key' },
  })
  expect(await as(basic('nobody@example.com', iris.apiKey))).toMatchObject({
    status: 401,
    body: { code: 'INVALID_API_KEY' },
  })
  expect(await as(basic(iris.email.toUpperCase(), iris.apiKey))).toMatchObject({
    status: 200,
    body: { user_id: iris.id },
  })
})

test('the key of one organization opens no other', async () => {
  const [t, other] = [await testApp(), await testApp()]
  const { iris } = await t.given.members('iris')
  const refusal = await other.as(iris).refusal(getOwnUser, {})
  expect(refusal).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
  const elsewhere = await t.app.http.inject({
    url: '/api/v1/server_settings',
    headers: { host: 'nowhere.localhost' },
  })
  expect(JSON.parse(elsewhere.body)).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
})

test('parameters of DELETE and POST are found in the query, in a form and in a multipart body', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const authorization = basic(iris.email, iris.apiKey)
  const inQuery = await ask(t, {
    method: 'POST',
    url: `/api/v1/messages/render?content=${encodeURIComponent('**a**')}`,
    headers: { authorization },
  })
  expect(inQuery.body.rendered).toBe('<p><strong>a</strong></p>')
  const boundary = 'b0undary'
  const multipart = await ask(t, {
    method: 'POST',
    url: '/api/v1/messages/render',
    headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="content"\r\n\r\n*b*\r\n--${boundary}--\r\n`,
  })
  expect(multipart.body.rendered).toBe('<p><em>b</em></p>')
  const deletion = await ask(t, {
    method: 'DELETE',
    url: '/api/v1/events?queue_id=none',
    headers: { authorization },
  })
  expect(deletion.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: 'none' })
})

test('what does not exist, or not like this, is refused in JSON', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const authorization = basic(iris.email, iris.apiKey)
  expect(await ask(t, { url: '/api/v1/nothing' })).toMatchObject({
    status: 404,
    body: { result: 'error', code: 'NOT_FOUND' },
  })
  expect(await ask(t, { method: 'PUT', url: '/api/v1/users/me' })).toMatchObject({
    status: 405,
    body: { code: 'METHOD_NOT_ALLOWED', allowed_methods: expect.arrayContaining(['GET']) },
  })
  expect(
    await ask(t, {
      method: 'POST',
      url: '/api/v1/messages',
      headers: { authorization, 'content-type': 'application/json' },
      payload: '{}',
    }),
  ).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  expect(
    await ask(t, {
      method: 'POST',
      url: '/api/v1/messages/render',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `content=${'a'.repeat(9 * 1024 * 1024)}`,
    }),
  ).toMatchObject({ status: 413, body: { code: 'REQUEST_TOO_LARGE' } })
  expect(await ask(t, { url: '/api/v1/users/..%2f..%2fetc', headers: { authorization } })).toMatchObject({
    status: 400,
  })
  expect(await ask(t, { url: '/api/v1/users/%zz', headers: { authorization } })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', msg: '/api/v1/users/%zz is not a valid address.' },
  })
  expect(await t.as().call(getServerSettings, {})).toMatchObject({ zulip_feature_level: 507 })
})

test('calls are limited for each user, and guesses of passwords more tightly', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'all=3/60,password_guess=2/60' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const authorization = basic(iris.email, iris.apiKey)
  const answers = []
  for (let n = 0; n < 4; n++)
    answers.push(await ask(t, { url: '/api/v1/users/me', headers: { authorization } }))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429])
  expect(answers[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
  expect(answers[3]).toMatchObject({
    body: { code: 'RATE_LIMIT_HIT', 'retry-after': 60 },
    headers: { 'retry-after': '60', 'x-ratelimit-remaining': '0' },
  })
  expect(await t.as(otto).call(getOwnUser, {})).toMatchObject({ user_id: otto.id })
  t.clock.advance({ seconds: 60 })
  expect(await t.as(iris).call(getOwnUser, {})).toMatchObject({ user_id: iris.id })

  const guess = (password: string) => t.as().refusal(fetchApiKey, { username: iris.email, password })
  expect(await guess('a')).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
  expect(await guess('b')).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  expect(await guess('password of iris')).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' })
})

test('a password is exchanged for the key', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(
    await t.as().call(fetchApiKey, { username: 'IRIS@example.com', password: 'password of iris' }),
  ).toEqual({
    api_key: iris.apiKey,
    email: 'iris@example.com',
    user_id: iris.id,
  })
})

test('an address with a broken escape gets an error of the API', async () => {
  const t = await testApp()
  const response = await t.app.http.inject({ url: '/api/v1/users/%F0%90', headers: { host: t.host } })
  expect([response.statusCode, response.json()]).toMatchObject([
    400,
    { result: 'error', code: 'BAD_REQUEST' },
  ])
})

test('no answer is kept, run or taken for anything but JSON by a browser', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const headers = { authorization: basic(iris.email, iris.apiKey) }
  for (const [url, status] of [
    ['/api/v1/users/me', 200],
    ['/api/v1/messages/1', 400],
    ['/api/v1/nothing', 404],
    ['/api/v1/users/%zz', 400],
  ] as const)
    expect(await ask(t, { url, headers })).toMatchObject({
      status,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
        'x-content-type-options': 'nosniff',
      },
    })
})

test('passwords are not taken from the address', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const authorization = basic(owner.email, owner.apiKey)
  const login = `username=${encodeURIComponent(owner.email)}`
  for (const [method, url, name] of [
    ['POST', `/api/v1/fetch_api_key?${login}&password=password+of+owner`, 'password'],
    ['PATCH', '/api/v1/settings?old_password=password+of+owner', 'old_password'],
    ['PATCH', '/api/v1/settings?new_password=another+of+owner', 'new_password'],
    ['POST', '/api/v1/users?email=mia@example.com&full_name=Mia&password=password+of+mia', 'password'],
  ] as const)
    expect(await ask(t, { method, url, headers: { authorization } })).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        msg: `Send "${name}" in the body of the request: addresses are kept in logs.`,
        var_name: name,
      },
    })
})

test('a request for two hosts is refused', async () => {
  const t = await testApp()
  const client = connect(await listeningPort(t), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write(`GET /api/v1/server_settings HTTP/1.1\r\nHost: ${t.host}\r\nhost: other.localhost\r\n\r\n`)
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 .*Send the header Host once\./s)
})
