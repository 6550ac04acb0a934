import { getUserStatus } from '@tagma/contract/endpoints/status/get-user-status.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { credentials } from '#test/load-upload.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function setStatus(t: TestApp, iris: Account, headers: Record<string, string>) {
  const { statusCode } = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/users/me/status',
    headers: {
      host: t.host,
      ...credentials(iris),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: 'status_text=forged',
  })
  return statusCode
}

test.each([
  ['a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a form of a neighbouring site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
  ['a request whose answer nobody reads', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a form over plain HTTP', { origin: 'http://evil.example' }],
  ['a form in a sandbox', { origin: 'null' }],
])('%s changes nothing with the credentials that a browser keeps', async (_what, headers) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await setStatus(t, iris, headers)).toBe(403)
  expect((await t.as(iris).call(getUserStatus, { user_id: iris.id })).status).toEqual({})
})

test('programs, pages of the own site, and scripts that send credentials themselves are heard', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const heard: readonly Record<string, string>[] = [
    {},
    { origin: `http://${t.host}:8080` },
    { origin: `http://${t.host}`, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { origin: 'https://client.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  ]
  for (const headers of heard) expect(await setStatus(t, iris, headers)).toBe(200)
})

test('no browser is asked for credentials that it would keep', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  for (const url of ['/api/v1/users/me', '/avatar/1', '/avatar/1/medium']) {
    const challenge = async (headers: Record<string, string>) => {
      const answer = await t.app.http.inject({ url, headers: { host: t.host, ...headers } })
      expect(answer.statusCode).toBe(401)
      return answer.headers['www-authenticate']
    }
    expect(await challenge({ 'user-agent': 'curl/8.15' })).toBe('Basic realm="tagma"')
    expect(await challenge({ 'user-agent': firefox })).toBe('Session realm="tagma"')
    expect(await challenge({ 'sec-fetch-mode': 'navigate' })).toBe('Session realm="tagma"')
    expect(await challenge({ origin: 'https://client.example' })).toBe('Session realm="tagma"')
  }
  expect(await t.as(iris, firefox).call(getOwnUser, {})).toMatchObject({ user_id: iris.id })
})
