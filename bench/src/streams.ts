import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { collectGarbage } from './collect-garbage.ts'
import { type Member, percentile, serverWithCrowd } from './crowd.ts'
import type { Measurement } from './figure.ts'
import { call } from './seed.ts'
import { freePort, type Running, untilIdle } from './server.ts'

const readers = 1000
/** Streams that are opened and closed before: V8 compiles what runs often, and keeps the memory for that once. */
const earlier = 1500
const channelSize = 100
const messages = 20

/** Measures the memory of open streams of events, and the time until readers of a stream have a message. */
export const streams: Measurement = {
  name: 'streams',
  title: 'Events as a stream',
  async run() {
    const inspector = await freePort()
    const { server, users } = await serverWithCrowd(readers + 1, channelSize, {
      NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
    })
    const memory = async () => {
      await untilIdle(server)
      await collectGarbage(inspector)
      return server.memory()
    }
    const open: ClientRequest[] = []
    const delays: number[] = []
    const listen = async (reader: Member) => {
      const { request, answer } = await openStream(server, reader)
      open.push(request)
      answer.on('data', (text: string) => {
        for (const [, sent] of text.matchAll(/"content":"sent (\d+)"/g))
          delays.push(Date.now() - Number(sent))
      })
    }
    try {
      const [sender, ...others] = users
      if (!sender) throw new Error('Nobody is there')
      await listen(sender)
      for (let count = 0; count < earlier; count++) {
        await listen(others[count % others.length] ?? sender)
        open.pop()?.destroy()
      }
      await say(server, sender)
      const before = await memory()
      for (const reader of others) await listen(reader)
      const after = await memory()
      delays.length = 0
      for (let sent = 0; sent < messages; sent++) await say(server, sender)
      await untilIdle(server)
      return [
        {
          name: 'Memory (PSS) for each open stream, its queue and connection included',
          value: ((after - before) * 1024) / readers,
          unit: 'KiB',
          atMost: 24,
          note: `${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB with ${readers.toLocaleString('en')} more`,
        },
        {
          name: `Sender to each of ${channelSize} who read a stream: p50`,
          value: percentile(delays, 0.5),
          unit: 'ms',
          note: `p99 ${percentile(delays, 0.99).toFixed(0)} ms, ${delays.length.toLocaleString('en')} deliveries of ${messages} messages`,
        },
      ]
    } finally {
      for (const request of open) request.destroy()
      await server.stop()
    }
  },
}

/** Registers a queue on the way and reads it as a stream. */
async function openStream(server: Running, { authorization }: Member) {
  const request = get(`${server.url}/api/v1/events?event_types=${encodeURIComponent('["message"]')}`, {
    agent: false,
    headers: { authorization, accept: 'text/event-stream' },
  })
  // Streams are cut at the end.
  request.on('error', () => {})
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  if (answer.statusCode !== 200) throw new Error(`A stream was refused: ${answer.statusCode}`)
  return { request, answer: answer.setEncoding('utf8') }
}

const say = (server: Running, { authorization, channel }: Member) =>
  call(server, authorization, 'POST', '/messages', {
    type: 'channel',
    to: channel,
    topic: 'streams',
    content: `sent ${Date.now()}`,
  })
