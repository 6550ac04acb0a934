import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import * as wire from '@tagma/contract/wire.ts'
import { beforeEach, expect, test } from 'vitest'
import { FakeServer } from '../test/fake-server.ts'
import { ManualClock, settle } from '../test/manual-clock.ts'
import { createClient } from './client.ts'

let server = new FakeServer()
let clock = new ManualClock()

beforeEach(() => {
  server = new FakeServer()
  clock = new ManualClock()
})

const limited = (seconds: number) => ({ status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': seconds })
const newClient = (options: { patienceSeconds?: number } = {}) =>
  createClient({ url: 'http://chat', fetch: server.fetch, clock, ...options })

test('an entry of the wire calls the same as its endpoint', async () => {
  server.replies = [{ id: 7 }, { id: 7 }]
  const args = { type: 'channel', to: 'design', topic: 'colors', content: 'Warm *grey*?' } as const
  const client = newClient()
  const { id } = await client.call(wire.sendMessage, args)
  await client.call(sendMessage, args)
  expect(id satisfies number).toBe(7)
  expect(server.asked[0]?.url).toBe('http://chat/api/v1/messages')
  expect(server.asked[0]?.form?.toString()).toBe(server.asked[1]?.form?.toString())
  // @ts-expect-error An entry has the endpoint's types: `content` is missing.
  void (() => client.call(wire.sendMessage, { type: 'channel', to: 'design' }))
})

test('a page calls below its own address, signed in by its cookie', async () => {
  server.replies = [{}]
  await createClient({ url: '', root: '/json', fetch: server.fetch }).call(wire.getOwnUser, {})
  expect(server.asked[0]?.url).toBe('/json/users/me')
  expect(server.asked[0]?.headers.has('authorization')).toBe(false)
})

test('credentials travel as UTF-8', async () => {
  server.replies = [{}]
  const credentials = { email: 'jörg@chat.example', apiKey: 'k' }
  await createClient({ url: 'http://chat', credentials, fetch: server.fetch }).call(wire.getOwnUser, {})
  expect(server.asked[0]?.headers.get('authorization')).toBe(
    `Basic ${Buffer.from('jörg@chat.example:k').toString('base64')}`,
  )
})

test('an error has code, sentence, fields and the time to wait', async () => {
  server.replies = [{ ...limited(30), msg: 'Too many.', limit: 'calls' }]
  await expect(newClient({ patienceSeconds: 0 }).call(wire.getOwnUser, {})).rejects.toMatchObject({
    name: 'ApiError',
    status: 429,
    code: 'RATE_LIMIT_HIT',
    msg: 'Too many.',
    message: 'Too many.',
    fields: { 'retry-after': 30, limit: 'calls' },
    retryAfter: 30,
  })
})

test('a page of a proxy is an error without a code', async () => {
  server.replies = [{ status: 502, page: '<h1>Bad gateway</h1>' }]
  await expect(newClient().call(wire.getOwnUser, {})).rejects.toMatchObject({
    status: 502,
    code: '',
    msg: 'HTTP 502',
    retryAfter: undefined,
  })
})

test('a call beyond the limit is repeated when the server said', async () => {
  server.replies = [limited(30), limited(0), { user_id: 8 }]
  const answer = newClient().call(wire.getOwnUser, {})
  await settle()
  await clock.pass(29_999)
  expect(server.asked).toHaveLength(1)
  await clock.pass(1)
  expect(server.asked).toHaveLength(2)
  await clock.pass(1000)
  expect((await answer).user_id).toBe(8)
})

test('a call does not wait longer than its patience', async () => {
  server.replies = [limited(40), limited(40)]
  const answer = newClient().call(wire.getOwnUser, {})
  const refused = answer.catch((error: unknown) => error)
  await settle()
  await clock.pass(40_000)
  expect(await refused).toMatchObject({ code: 'RATE_LIMIT_HIT', retryAfter: 40 })
  expect(server.asked).toHaveLength(2)
})

test('an abort ends the wait of a call', async () => {
  server.replies = [limited(30)]
  const stop = new AbortController()
  const answer = newClient().call(wire.getOwnUser, {}, { signal: stop.signal })
  const refused = answer.catch((error: unknown) => error)
  await settle()
  stop.abort()
  expect(await refused).toMatchObject({ name: 'AbortError' })
  expect(clock.timers.size).toBe(0)
})
