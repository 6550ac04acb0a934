import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/fake-clock.ts'
import { CallWatch } from './call-watch.ts'

test('a server is quiet from its last answer on, and never while a call waits', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const clock = new FakeClock()
  const watch = new CallWatch(server, clock)
  clock.advance({ seconds: 40 })
  expect(watch.quietSeconds).toBe(40)

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  clock.advance({ seconds: 50 })
  expect(watch.quietSeconds).toBe(0)

  const closed = once(response, 'close')
  response.end('an answer')
  const [answer] = await answered
  answer.resume()
  await closed
  clock.advance({ seconds: 5 })
  expect(watch.quietSeconds).toBe(5)
})
