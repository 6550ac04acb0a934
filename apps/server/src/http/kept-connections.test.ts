import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'

test('a connection that carries many polls gathers nothing, and a poll whose client has gone waits no more', async () => {
  const t = await testApp({ TAGMA_MAX_UPLOAD_MIB: '8' })
  const { iris } = await t.given.members('iris')
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  const { server } = t.app.http
  let accepted: Socket | undefined
  server.once('connection', (socket: Socket) => (accepted = socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  const poll = (dontBlock: boolean) =>
    client.write(
      `GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=${dontBlock} HTTP/1.1\r\n` +
        `host: ${t.host}\r\nauthorization: Basic ${btoa(`${iris.email}:${iris.apiKey}`)}\r\n\r\n`,
    )
  const counts: number[] = []
  for (let turn = 0; turn < 15; turn++) {
    poll(true)
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(String(answer)).toContain('"events":[]')
    counts.push(accepted?.listenerCount('close') ?? -1)
  }
  expect(counts[14]).toBe(counts[1])

  poll(false)
  const waiting = () => t.app.services.live.events.load.parked
  await vi.waitFor(() => expect(waiting()).toBe(1))
  client.destroy()
  await vi.waitFor(() => expect(waiting()).toBe(0))
})
