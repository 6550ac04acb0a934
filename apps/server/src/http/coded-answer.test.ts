import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { credentials } from '#test/load-upload.ts'
import { coded } from './coded-answer.ts'

const ask = (t: TestApp, by: Account, url: string, accepted?: string) =>
  t.app.http.inject({
    url: `/api/v1${url}`,
    headers: {
      host: t.host,
      ...credentials(by),
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
    },
  })

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['zstd;q=0, gzip', 'gzip'],
] as const)('a long answer for %s is %s, and reads the same', async (accepted, coding) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris', 'otto', 'mia')
  const plain = await ask(t, iris, '/users')
  expect(plain.rawPayload.length).toBeGreaterThan(1024)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const short = await ask(t, iris, '/users', accepted)
  expect(short.headers).toMatchObject({
    'content-encoding': coding,
    'content-length': String(short.rawPayload.length),
    vary: 'accept-encoding',
  })
  expect(short.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(decoders[coding](short.rawPayload).toString()).toBe(plain.body)
})

test('a short answer, and a poll with few events, are sent as they are', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  for (let n = 0; n < 4; n++) await t.given.message(iris, [iris])
  const events = await ask(t, iris, `/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, 'zstd')
  expect(events.rawPayload.length).toBeGreaterThan(1024)
  const settings = await ask(t, iris, '/users/me/muted_users', 'zstd')
  for (const { headers } of [events, settings]) expect(headers).not.toHaveProperty('content-encoding')
})

test('an answer that is sent again is compressed once for each coding in use', () => {
  const body = Buffer.from('{"result":"success"}'.repeat(100))
  expect(coded(body, 'zstd')).toBe(coded(body, 'zstd'))
  expect(gunzipSync(coded(body, 'gzip') as Buffer)).toEqual(body)
  expect(zstdDecompressSync(coded(body, 'zstd') as Buffer)).toEqual(body)
})

test('a very long answer is compressed in the background', async () => {
  const body = Buffer.from('{"result":"success"}'.repeat(10_000))
  const made = coded(body, 'br')
  expect(made).toBeInstanceOf(Promise)
  expect(brotliDecompressSync(await made)).toEqual(body)
})
