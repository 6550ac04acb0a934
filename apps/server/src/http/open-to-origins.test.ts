import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { credentials } from '#test/load-upload.ts'

const elsewhere = 'https://client.example.net'

const ask = (
  t: TestApp,
  method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS',
  url: string,
  headers: Record<string, string> = {},
) => t.app.http.inject({ method, url, headers: { host: t.host, ...headers } })

const asked = (method: string) => ({
  origin: elsewhere,
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,content-type',
})

test.each([
  ['/api/v1/messages', 'POST'],
  ['/api/v1/users/me', 'PATCH'],
  ['/api/v1/tus', 'POST'],
  ['/api/v1/nothing', 'GET'],
  ['/avatar/7', 'GET'],
  ['/user_avatars/1/7-drawn.png', 'GET'],
  ['/user_uploads/thumbnail/1/a.png', 'GET'],
  ['/static/generated/emoji/emoji_api.json', 'GET'],
])(
  'a page of another origin may ask %s with the header Authorization, never with cookies',
  async (url, method) => {
    const t = await testApp()
    const { statusCode, headers, body } = await ask(t, 'OPTIONS', url, asked(method))
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining(method),
      'access-control-allow-headers': 'Authorization, *',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  },
)

test.each(['/', '/login/', '/json/messages', '/user_uploads/1/a.png', '/apiary', '/setup/x', '/join/x'])(
  'a page of another origin may not ask %s',
  async (url) => {
    const t = await testApp()
    for (const method of ['OPTIONS', 'GET'] as const)
      expect((await ask(t, method, url, asked('POST'))).headers).not.toHaveProperty(
        'access-control-allow-origin',
      )
  },
)

test('a client in a browser of another origin signs in, sends and reads', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const by = (account: Account) => ({
    ...credentials(account),
    origin: elsewhere,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
  })
  const sent = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/messages',
    headers: { host: t.host, ...by(iris), 'content-type': 'application/x-www-form-urlencoded' },
    payload: `type=direct&to=[${iris.id}]&content=Hello`,
  })
  expect(sent.json()).toMatchObject({ result: 'success' })
  expect(sent.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
  })
  const picture = await ask(t, 'GET', `/avatar/${iris.id}`, by(iris))
  expect(picture.headers['access-control-allow-origin']).toBe('*')
  const refused = await ask(t, 'GET', '/api/v1/users/me', { origin: elsewhere })
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, '*'])
})

test('HEAD answers as GET does, without the body', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const [url, headers] of [
    ['/api/v1/server_settings', {}],
    ['/api/v1/users', credentials(iris)],
    ['/api/v1/messages?anchor=newest&num_before=5&num_after=0', credentials(iris)],
  ] as const) {
    const [got, head] = [await ask(t, 'GET', url, headers), await ask(t, 'HEAD', url, headers)]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(got.body)))
    expect(head.headers['content-type']).toBe('application/json')
  }
  expect((await ask(t, 'HEAD', '/api/v1/users')).statusCode).toBe(401)
  expect((await ask(t, 'HEAD', '/api/v1/typing')).headers.allow).toBe('POST')
})

test('OPTIONS says what an address accepts', async () => {
  const t = await testApp()
  const { statusCode, headers } = await ask(t, 'OPTIONS', '/api/v1/users/me')
  expect([statusCode, headers.allow]).toEqual([204, 'DELETE, GET, HEAD, PATCH, OPTIONS'])
  expect((await ask(t, 'OPTIONS', '/api/v1/nothing')).statusCode).toBe(404)
})
