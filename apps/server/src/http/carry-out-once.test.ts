import { getSavedSnippets } from '@tagma/contract/endpoints/snippets/get-saved-snippets.ts'
import { isDoneOnce } from '@tagma/contract/idempotency.ts'
import { expect, test } from 'vitest'
import { claimKey } from '#store/people/idempotency-keys.ts'
import { allEndpoints, type Account, type TestApp, testApp } from '#test/app.ts'

type Fields = Readonly<Record<string, string>>
interface Sent {
  readonly status: number
  readonly replayed: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends a form under a key, as a client does that does not know whether its first try arrived. */
async function send(
  t: TestApp,
  user: Account,
  key: string,
  path: string,
  fields: Fields | FormData,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Sent> {
  const request = new Request('http://x', {
    method,
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
  })
  const answer = await t.app.http.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      host: t.host,
      authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}`,
      'content-type': request.headers.get('content-type') ?? '',
      'idempotency-key': key,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return {
    status: answer.statusCode,
    replayed: answer.headers['idempotency-replayed']?.toString(),
    body: answer.json(),
  }
}

const snippet = (title: string): Fields => ({ title, content: 'Thank you.' })

async function titlesOf(t: TestApp, user: Account): Promise<string[]> {
  const { saved_snippets } = await t.as(user).call(getSavedSnippets, {})
  return saved_snippets.map(({ title }) => title)
}

async function givenMembers() {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  return { t, iris, otto }
}

test('a call that is sent again under its key is carried out once and answered alike', async () => {
  const { t, iris, otto } = await givenMembers()
  const first = await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))
  expect(first).toMatchObject({ status: 200, replayed: undefined, body: { result: 'success' } })
  const again = await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))
  expect(again).toEqual({ ...first, replayed: 'true' })
  // Keys belong to their users, and another key is another call.
  expect((await send(t, otto, 'k1', '/saved_snippets', snippet('Thanks'))).replayed).toBeUndefined()
  expect((await send(t, iris, 'k2', '/saved_snippets', snippet('Thanks'))).body).not.toEqual(first.body)
  expect(await titlesOf(t, iris)).toEqual(['Thanks', 'Thanks'])
})

test('a key that another call has is refused, and nothing is done', async () => {
  const { t, iris } = await givenMembers()
  await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))
  const reused = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } }
  expect(await send(t, iris, 'k1', '/saved_snippets', snippet('Hello'))).toMatchObject(reused)
  expect(await send(t, iris, 'k1', '/users/me/alert_words', { alert_words: '["fire"]' })).toMatchObject(
    reused,
  )
  expect(await titlesOf(t, iris)).toEqual(['Thanks'])
})

test('a refused call leaves its key free', async () => {
  const { t, iris } = await givenMembers()
  const refused = { status: 400, replayed: undefined, body: { code: 'BAD_REQUEST' } }
  const tooLong = snippet('x'.repeat(61))
  expect(await send(t, iris, 'k1', '/saved_snippets', tooLong)).toMatchObject(refused)
  expect(await send(t, iris, 'k1', '/saved_snippets', tooLong)).toMatchObject(refused)
  expect(await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))).toMatchObject({ status: 200 })
  expect(await titlesOf(t, iris)).toEqual(['Thanks'])
})

test('of two calls at the same time under one key, one is carried out', async () => {
  const { t, iris } = await givenMembers()
  const both = await Promise.all([
    send(t, iris, 'k1', '/saved_snippets', snippet('Thanks')),
    send(t, iris, 'k1', '/saved_snippets', snippet('Thanks')),
  ])
  // The second one comes while the first is under way, or after its answer.
  const [done, other] = both.toSorted((a, b) => a.status - b.status || (a.replayed ? 1 : -1))
  expect(done).toMatchObject({ status: 200, replayed: undefined })
  const seen = other?.status === 409 ? other.body.code : other?.replayed
  expect(['IDEMPOTENCY_CONFLICT', 'true']).toContain(seen)
  expect(await titlesOf(t, iris)).toEqual(['Thanks'])
  expect(await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))).toMatchObject({
    status: 200,
    replayed: 'true',
    body: done?.body ?? {},
  })
})

test('a call whose answer was lost is not carried out again', async () => {
  const { t, iris } = await givenMembers()
  const named = { userId: iris.id, key: 'k1', callHash: 'of a call before the power cut' }
  await t.app.services.data.transact(t.organizationId, (tx) => claimKey(tx, named))
  expect(await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))).toMatchObject({ status: 422 })
  expect(await titlesOf(t, iris)).toEqual([])
})

test('a key is known for a day', async () => {
  const { t, iris } = await givenMembers()
  await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))
  t.clock.advance({ hours: 23, minutes: 59 })
  expect(await send(t, iris, 'k1', '/saved_snippets', snippet('Thanks'))).toMatchObject({ replayed: 'true' })
  t.clock.advance({ minutes: 2 })
  expect((await send(t, iris, 'k1', '/saved_snippets', snippet('Hello'))).status).toBe(200)
  expect(await titlesOf(t, iris)).toEqual(['Thanks', 'Hello'])
})

test('an answer that hands out a secret is not kept', async () => {
  const { t, iris } = await givenMembers()
  const bot = { full_name: 'Weather', short_name: 'weather' }
  const first = await send(t, iris, 'k1', '/bots', bot)
  expect(first).toMatchObject({ status: 200, body: { api_key: expect.any(String) } })
  expect(await send(t, iris, 'k1', '/bots', bot)).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_CONFLICT' },
  })
  const bots = [...t.directory.users.values()].filter(({ botOwnerId }) => botOwnerId === iris.id)
  expect(bots).toHaveLength(1)
})

test('a file that is sent again under its key is stored once', async () => {
  const { t, iris } = await givenMembers()
  const form = (text: string) => {
    const made = new FormData()
    made.append('file', new File([text], 'notes.txt', { type: 'text/plain' }))
    return made
  }
  const first = await send(t, iris, 'k1', '/user_uploads', form('one'))
  expect(first).toMatchObject({ status: 200, body: { url: expect.any(String) } })
  expect(await send(t, iris, 'k1', '/user_uploads', form('one'))).toEqual({ ...first, replayed: 'true' })
  expect(await send(t, iris, 'k1', '/user_uploads', form('two'))).toMatchObject({ status: 422 })
})

test('a call that does no harm twice is carried out each time', async () => {
  const { t, iris } = await givenMembers()
  const queue = { fetch_event_types: '[]', event_types: '["message"]' }
  const first = await send(t, iris, 'k1', '/register', queue)
  expect((await send(t, iris, 'k1', '/register', queue)).body.queue_id).not.toBe(first.body.queue_id)
})

test.each(['', 'x'.repeat(256)])('a key of the wrong length is refused', async (key) => {
  const { t, iris } = await givenMembers()
  expect(await send(t, iris, key, '/saved_snippets', snippet('Thanks'))).toMatchObject({
    status: 400,
    body: { msg: 'The header Idempotency-Key has 1 to 255 characters.' },
  })
  expect(await titlesOf(t, iris)).toEqual([])
})

test('a password leaves no trace under a key', async () => {
  const { t, iris } = await givenMembers()
  const change = (new_password: string) =>
    send(t, iris, 'k1', '/settings', { old_password: 'password of iris', new_password }, 'PATCH')
  const first = await change('a sentence that nobody guesses')
  expect(first.status).toBe(200)
  // The password does not count: neither it nor a hash of it is kept.
  expect(await change('another one that nobody guesses')).toEqual({ ...first, replayed: 'true' })
})

test('all calls that change something are done once, but for those that know better', () => {
  const others = allEndpoints.filter(
    (endpoint) => endpoint.method !== 'GET' && endpoint.role !== 'anyone' && !isDoneOnce(endpoint),
  )
  expect(others.map(({ id, repeated }) => `${id} ${repeated}`)).toEqual([
    'preview-bot-template again',
    'register-queue again',
    'receive-webhook handler',
    'render-message again',
    'send-message handler',
    'set-typing-status-for-message-edit again',
    'set-typing-status again',
    'update-presence again',
  ])
})
