import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseOutgoing } from '#config/outgoing.ts'
import { guardedHttp } from './guarded-http.ts'

const clientFor = (allow: string) =>
  guardedHttp(
    parseOutgoing((name) => (name === 'TAGMA_OUTGOING_ALLOW' ? allow : '1')),
    'chat.example.com',
  )

async function serverThat(answers: (response: ServerResponse) => void): Promise<number> {
  const server = createServer((_, response) => answers(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const call = (url: string) => ({ url, headers: {}, body: '{}' })

test.each([
  'http://127.0.0.1/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://169.254.169.254/latest',
  'http://localhost/',
  'https://chat.example.com/api',
  'https://other.chat.example.com/',
  'file:///etc/passwd',
  'nonsense',
])('%s is not called', async (url) => {
  await expect(clientFor('').post(call(url))).rejects.toMatchObject({ trouble: 'forbidden' })
})

test('a name, an address, a network, each with or without a port, can be allowed', async () => {
  const port = await serverThat((response) => response.end('yes'))
  for (const allow of ['127.0.0.1', `127.0.0.1:${port}`, '10.0.0.0/8, 127.0.0.0/8', `localhost:${port}`]) {
    const host = allow.startsWith('localhost') ? 'localhost' : '127.0.0.1'
    expect(await clientFor(allow).post(call(`http://${host}:${port}/`))).toEqual({ status: 200, text: 'yes' })
  }
  for (const allow of ['127.0.0.1:1', '127.0.0.2', 'bots.lan', '::1'])
    await expect(clientFor(allow).post(call(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      trouble: 'forbidden',
    })
})

test('calls of one server take turns on a connection, also after it ended a waiting one', async () => {
  let connections = 0
  const server = createServer((_, response) => response.end('yes'))
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const client = clientFor('127.0.0.1')
  for (let index = 0; index < 3; index++)
    expect(await client.post(call(address))).toEqual({ status: 200, text: 'yes' })
  expect(connections).toBe(1)
  // The client has not heard of it when it calls.
  server.closeAllConnections()
  expect(await client.post(call(address))).toEqual({ status: 200, text: 'yes' })
  expect(connections).toBe(2)
})

test('a redirect is an answer, and is not followed', async () => {
  const port = await serverThat((response) =>
    response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
  )
  expect(await clientFor('127.0.0.1').post(call(`http://127.0.0.1:${port}/`))).toEqual({
    status: 302,
    text: '',
  })
})

test('an answer that never ends is given up', async () => {
  const port = await serverThat((response) => response.write('{'))
  await expect(clientFor('127.0.0.1').post(call(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
    trouble: 'away',
  })
})

test.each(['10.0.0.0/40', 'a b', '10.0.0.1:port', 'http://x'])('%s is no place to allow', (text) => {
  expect(() => clientFor(text)).toThrow('TAGMA_OUTGOING_ALLOW')
})
