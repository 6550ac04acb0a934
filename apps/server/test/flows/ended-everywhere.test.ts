import { describe, expect, test } from 'vitest'
import { must } from '#model/must.ts'
import { cluster } from '#test/cluster.ts'
import { type Caller, call, makeUser, ownerSettings, succeed } from '#test/http-caller.ts'

const natsUrl = process.env.TEST_NATS_URL

const ways: { way: string; settings: Readonly<Record<string, string>> | undefined }[] = [
  { way: 'woken by NATS', settings: natsUrl === undefined ? undefined : { NATS_URL: natsUrl } },
  { way: 'without NATS', settings: {} },
]

const withKey = (email: string, key: string): Caller => ({
  email,
  authorization: `Basic ${btoa(`${email}:${key}`)}`,
})

/** Signs in by the form; returns the session's cookie. */
async function openSession(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/login/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ username: email, password, stay: 'on' }),
  })
  return must(response.headers.get('set-cookie')?.split(';')[0], 'the form opens a session')
}

/** Calls by session, as a script of the page does. */
const bySession = (
  url: string,
  cookie: string,
  method = 'GET',
  path = '/users/me',
  fields: Readonly<Record<string, string>> = {},
) =>
  fetch(`${url}/json${path}`, {
    method,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
  })

describe.runIf(process.env.TEST_ENGINE === 'postgres').each(ways)('three processes, $way', ({ settings }) => {
  test.skipIf(settings === undefined)(
    'what ends at one process is over at all others before its caller is answered',
    async () => {
      const { nodes, owner } = await cluster(settings ?? {})
      const [first, second, third] = nodes
      const { TAGMA_OWNER_EMAIL: email, TAGMA_OWNER_PASSWORD: password } = ownerSettings
      const iris = await makeUser(first.url, owner, 'iris')
      const known = async (caller: Caller) =>
        Promise.all(
          [second, third].map(async ({ url }) => (await call(url, caller, 'GET', '/users/me')).code),
        )
      for (let turn = 0; turn < 5; turn++) {
        const cookie = await openSession(first.url, email, password)
        const fields = { name: `turn ${turn}`, password, scopes: '["full"]' }
        const answer = await bySession(first.url, cookie, 'POST', '/tagma/access_tokens', fields)
        const made = (await answer.json()) as { readonly id: number; readonly token: string }
        const token = withKey(email, made.token)
        // Each process remembers both.
        expect(await known(token)).toEqual([undefined, undefined])
        expect((await bySession(second.url, cookie)).status).toBe(200)
        expect((await bySession(third.url, cookie)).status).toBe(200)
        const ended = await bySession(first.url, cookie, 'DELETE', `/tagma/access_tokens/${made.id}`)
        expect(ended.status).toBe(200)
        expect(await known(token)).toEqual(['INVALID_API_KEY', 'INVALID_API_KEY'])
        await fetch(`${first.url}/accounts/logout/`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
        })
        expect((await bySession(second.url, cookie)).status).toBe(401)
        expect((await bySession(third.url, cookie)).status).toBe(401)
      }
      // A process that slept through the end wakes up and knows of it.
      expect(await known(iris)).toEqual([undefined, undefined])
      process.kill(second.pid(), 'SIGSTOP')
      const { user_id: id } = await succeed(first.url, iris, 'GET', '/users/me')
      await succeed(first.url, owner, 'DELETE', `/users/${String(id)}`)
      const asked = call(second.url, iris, 'GET', '/users/me')
      process.kill(second.pid(), 'SIGCONT')
      expect((await asked).code).toBe('USER_DEACTIVATED')
    },
  )
})
