import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { credentials } from '#test/load-upload.ts'

/** Returns the status numbers of a number of requests, one after another. */
async function statuses(
  t: TestApp,
  count: number,
  url: string,
  { method = 'GET', headers = {} }: { method?: 'GET' | 'POST'; headers?: Record<string, string> } = {},
): Promise<number[]> {
  const found: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const answer = await t.app.http.inject({ method, url, headers: { host: t.host, ...headers } })
    found.push(answer.statusCode)
  }
  return found
}

test.each([
  '/join/x',
  '/setup/x',
  '/accounts/password/reset/x',
  '/accounts/confirm_new_email/x',
  '/unsubscribe/a/1/x',
])('guesses of the secret in %s are counted', async (url) => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'page=3/60' })
  const dead = expect.toSatisfy((status: number) => status === 404 || status === 410)
  expect(await statuses(t, 3, url)).toEqual([dead, dead, dead])
  expect(await statuses(t, 1, url)).toEqual([429])
  expect(await statuses(t, 1, url, { method: 'POST' })).toEqual([429])
  t.clock.advance({ seconds: 60 })
  expect(await statuses(t, 1, url)).toEqual([dead])
  t.clock.advance({ seconds: 60 })
})

test.each(['/api/v1/users/me', '/avatar/1', '/api/v1/tus/x'])(
  'wrong keys at %s are counted, and keep nobody out who has a right one',
  async (url) => {
    const t = await testApp({ TAGMA_RATE_LIMITS: 'wrong_key=2/60' })
    const { iris } = await t.given.members('iris')
    const wrong: Account = { ...iris, apiKey: 'x'.repeat(32) }
    const head = url.includes('tus') ? ('HEAD' as never) : 'GET'
    expect(await statuses(t, 4, url, { method: head, headers: credentials(wrong) })).toEqual([
      401, 401, 429, 429,
    ])
    expect(await t.as(iris).call(getOwnUser, {})).toMatchObject({ user_id: iris.id })
    // A request without a key is no guess at a key.
    expect(await statuses(t, 1, url, { method: head })).toEqual([401])
    t.clock.advance({ seconds: 60 })
  },
)

test('drawing pictures is counted', async () => {
  const t = await testApp({ TAGMA_RATE_LIMITS: 'drawn_avatar=2/60' })
  const { iris } = await t.given.members('iris')
  const url = `/user_avatars/${t.organizationId}/${iris.id}-drawn.png`
  expect(await statuses(t, 3, url)).toEqual([200, 200, 429])
  t.clock.advance({ seconds: 60 })
})

test('no answer is taken for anything but what it says, is shown inside of another site, or leads elsewhere', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const [url, status] of [
    ['/static/generated/emoji/emoji_api.0.json', 200],
    ['/static/generated/emoji/none', 404],
    [`/user_avatars/${t.organizationId}/${iris.id}-drawn.png`, 200],
    [`/user_avatars/${t.organizationId}/none`, 404],
    ['/user_uploads/1/none', 403],
    ['/join/none', 404],
    ['/avatar/1', 401],
    ['/api/v1/server_settings', 200],
    ['/api/v1/none', 404],
  ] as const) {
    const { statusCode, headers } = await t.app.http.inject({ url, headers: { host: t.host } })
    expect({ url, statusCode, headers }).toMatchObject({
      url,
      statusCode: status,
      headers: {
        'content-security-policy': expect.stringMatching(
          /^default-src 'none';.* base-uri 'none'; frame-ancestors 'none'$/,
        ),
        'x-content-type-options': 'nosniff',
      },
    })
  }
})

test('whoever sends a form reads a failure as a page, and a program as JSON', async () => {
  const t = await testApp()
  const send = (accept: string) =>
    t.app.http.inject({
      method: 'POST',
      url: '/login/',
      headers: { host: t.host, accept, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `username=${'a'.repeat(2_000_000)}`,
    })
  const program = await send('*/*')
  const { code, msg } = program.json<{ code: string; msg: string }>()
  expect([program.statusCode, code]).toEqual([413, 'REQUEST_TOO_LARGE'])
  const person = await send('text/html,application/xhtml+xml,*/*;q=0.8')
  expect([person.statusCode, person.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  expect(person.body).toContain(msg)
})
