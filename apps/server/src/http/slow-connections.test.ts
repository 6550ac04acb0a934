import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { listeningPort } from '#test/listening-port.ts'
import { credentials } from '#test/load-upload.ts'

/** Opens a connection to the server; returns the server's end of it, and the text that comes back. */
async function connection(t: TestApp) {
  const port = await listeningPort(t)
  const accepted = once(t.app.http.server, 'connection')
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.on('error', () => {})
  const [server] = (await accepted) as [Socket]
  let heard = ''
  return {
    client,
    server,
    listen: () => client.on('data', (part: Buffer) => (heard += part.toString())),
    heard: () => heard,
    /** Writes, and waits until the server has read everything. */
    async send(text: string) {
      const before = server.bytesRead
      client.write(text)
      await vi.waitFor(() => expect(server.bytesRead).toBe(before + Buffer.byteLength(text)))
      await turn()
    },
  }
}

/** Lets time pass after the server has checked its connections; it checks them every few seconds. */
function pass(t: TestApp, seconds: number) {
  t.clock.advance({ seconds: 5 })
  t.app.http.sweep()
  t.clock.advance({ seconds })
  t.app.http.sweep()
}

const post = (t: TestApp, path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, `host: ${t.host}`, ...headers, '', ''].join('\r\n')

test('a form that does not come in is cut off', async () => {
  const t = await testApp()
  for (const path of ['/accounts/password/reset', '/api/v1/fetch_api_key']) {
    const { client, send, listen, heard } = await connection(t)
    listen()
    const type = 'content-type: application/x-www-form-urlencoded'
    await send(post(t, path, type, 'content-length: 100') + 'email=')
    pass(t, 55)
    expect(heard()).toBe('')
    pass(t, 20)
    await once(client, 'close')
    expect(heard()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*took too long/s)
  }
})

test('an upload has the time that it needs while it comes in', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { client, send, listen, heard } = await connection(t)
  listen()
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
  const { authorization } = credentials(iris)
  const begin = post(
    t,
    '/api/v1/user_uploads',
    `authorization: ${authorization}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${head.length + 600 * 1024}`,
  )
  await send(begin + head)
  for (let piece = 0; piece < 5; piece++) {
    pass(t, 50)
    await send('x'.repeat(60 * 1024))
  }
  expect(heard()).toBe('')
  pass(t, 200)
  await once(client, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

test('the body of a request that was refused does not come in for ever', async () => {
  const t = await testApp()
  const { client, server, send, listen, heard } = await connection(t)
  listen()
  await send(post(t, '/api/v1/messages', 'content-length: 1000000', 'content-type: text/plain') + 'x')
  await vi.waitFor(() => expect(heard()).toMatch(/^HTTP\/1\.1 401 /))
  for (let piece = 0; piece < 7; piece++) {
    pass(t, 5)
    if (!server.destroyed) await send('x'.repeat(10 * 1024))
  }
  await once(client, 'close')
})

test('a poll waits as long as it likes, and a connection may be idle', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  const { send, server, listen, heard } = await connection(t)
  listen()
  const { authorization } = credentials(iris)
  const poll = `GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1\r\nhost: ${t.host}\r\nauthorization: ${authorization}\r\n\r\n`
  await send(poll)
  for (let minute = 0; minute < 10; minute++) pass(t, 60)
  expect(server.destroyed).toBe(false)
  await t.app.tick()
  await vi.waitFor(() => expect(heard()).toContain('heartbeat'))
  for (let minute = 0; minute < 10; minute++) pass(t, 60)
  expect(server.destroyed).toBe(false)
})

/** The longest answer of all, under an older name. */
const large = '/static/generated/emoji/emoji_api.0.json'

test('a reader who does not take his answers is cut off, and one who takes them is not', async () => {
  const t = await testApp()
  const slow = await connection(t)
  const quick = await connection(t)
  const { body } = await t.page(large)
  const many = Math.ceil((32 * 1024 * 1024) / body.length)
  const requests = `GET ${large} HTTP/1.1\r\nhost: ${t.host}\r\n\r\n`.repeat(many)
  for (const { client, server } of [slow, quick]) {
    client.write(requests)
    await vi.waitFor(() => expect(server.writableLength).toBeGreaterThan(0))
  }
  let taken = 0
  quick.client.on('data', (part: Buffer) => (taken += part.length))
  await vi.waitFor(() => expect(taken).toBeGreaterThan(many * body.length))
  pass(t, 100)
  expect(slow.server.destroyed).toBe(false)
  pass(t, 30)
  expect(slow.server.destroyed).toBe(true)
  expect(quick.server.destroyed).toBe(false)
})

test('headers that do not come in are answered, and the connection is not kept', async () => {
  const t = await testApp()
  const { server: http } = t.app.http
  expect(http.headersTimeout).toBe(60_000)
  const { client, server, send, listen, heard } = await connection(t)
  listen()
  await send('GET / HTTP/1.1\r\nhost:')
  // As Node reports that the time is over.
  http.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), server)
  await once(client, 'close')
  expect(heard()).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
  expect(server.destroyed).toBe(true)
})

test('a client that goes away during a form is no fault of the server', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { authorization } = credentials(iris)
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc`
  for (const path of ['/api/v1/user_uploads', '/api/v1/messages', '/join/x']) {
    const { client, server, send } = await connection(t)
    await send(
      post(
        t,
        path,
        `authorization: ${authorization}`,
        'content-type: multipart/form-data; boundary=b',
        'content-length: 1000',
      ) + part,
    )
    const closed = new Promise((resolve) => server.once('close', resolve))
    client.resetAndDestroy()
    await closed
    await turn()
  }
  await t.page('/join/x')
  expect(t.faults).toEqual([])
})
