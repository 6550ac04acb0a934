import { expect, onTestFinished, test } from 'vitest'
import { makeUser, ownerSettings, signInOwner } from '#test/http-caller.ts'
import { installation } from '#test/server-process.ts'

// From the sign-in page to a message in two browsers, over real connections.

type Json = Readonly<Record<string, unknown>>

/** A browser with one cookie that talks to a server in another process. */
class Browser {
  readonly #url: string
  #cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async request(method: string, path: string, fields?: Record<string, string>): Promise<Response> {
    const query = method === 'GET' && fields ? `?${new URLSearchParams(fields)}` : ''
    const response = await fetch(`${this.#url}${path}${query}`, {
      method,
      headers: { cookie: this.#cookie, origin: this.#url },
      redirect: 'manual',
      ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
    })
    const [cookie] = response.headers.get('set-cookie')?.split(';') ?? []
    if (cookie !== undefined) this.#cookie = cookie
    return response
  }

  /** Fills in the sign-in page; returns the address that it leads to. */
  async signIn(email: string, password: string): Promise<string> {
    const page = await (await this.request('GET', '/login/')).text()
    const form = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
    const fields = { username: email, password, next: '/#inbox' }
    const { status, headers } = await this.request('POST', form, fields)
    return `${status} ${headers.get('location')}`
  }

  async call(method: string, path: string, fields?: Record<string, string>): Promise<Json> {
    return (await (await this.request(method, `/json${path}`, fields)).json()) as Json
  }

  /** Registers for messages; returns a poll for the first one. */
  async follow(): Promise<() => Promise<Json>> {
    const { queue_id, last_event_id } = await this.call('POST', '/register', { event_types: '["message"]' })
    return () =>
      this.call('GET', '/events', { queue_id: String(queue_id), last_event_id: String(last_event_id) })
  }
}

test('two people sign in in browsers, write to each other, and sign out', async () => {
  const tagma = await installation(ownerSettings)
  onTestFinished(() => tagma.remove())
  await tagma.start()
  await makeUser(tagma.url, await signInOwner(tagma.url), 'otto')
  const [ada, otto] = [new Browser(tagma.url), new Browser(tagma.url)]
  const { TAGMA_OWNER_EMAIL: email, TAGMA_OWNER_PASSWORD: password } = ownerSettings
  expect(await ada.signIn(email, password)).toBe('303 /#inbox')
  expect(await otto.signIn('otto@example.com', 'the password of otto')).toBe('303 /#inbox')
  expect(await ada.call('GET', '/users/me')).toMatchObject({ email })
  expect(await otto.call('GET', '/users/me')).toMatchObject({ email: 'otto@example.com' })

  const poll = await ada.follow()
  const waiting = poll()
  const sent = await otto.call('POST', '/messages', {
    type: 'channel',
    to: 'general',
    topic: 'hello',
    content: 'Here I am',
  })
  expect(sent.result).toBe('success')
  expect(await waiting).toMatchObject({
    events: [{ message: { id: sent.id, content: 'Here I am', sender_email: 'otto@example.com' } }],
  })

  // The session outlives the process, and ends in the one that has never seen it.
  const next = await otto.follow()
  await tagma.stop('SIGTERM')
  await tagma.start()
  expect(await otto.call('GET', '/tagma/sessions')).toMatchObject({ sessions: [{ is_current: true }] })
  const out = await otto.request('POST', '/accounts/logout/')
  expect([out.status, out.headers.get('location')]).toEqual([303, '/login/'])
  expect(await next()).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await ada.call('GET', '/users/me')).toMatchObject({ result: 'success' })
})
