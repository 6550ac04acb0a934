import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, serverWithCrowd } from './crowd.ts'
import type { Measurement } from './figure.ts'
import { median } from './load.ts'
import { type Pollers, startPollers } from './pollers.ts'
import { RawConnection } from './raw-connection.ts'
import { call } from './seed.ts'
import { type Running, untilIdle } from './server.ts'

const pollers = 10_000
const rounds = 8

/** Waits until an idle server has collected its garbage. */
const rest = () => sleep(20_000)

/** Sends one message to everybody while another user makes calls. Returns the waits of that user in milliseconds. */
async function sendBeside(
  server: Running,
  send: () => Promise<unknown>,
  { received }: Pollers,
): Promise<{ waits: number[]; took: number }> {
  const caller = new RawConnection(server.url)
  const waits: number[] = []
  const before = received()
  const began = performance.now()
  let end = Infinity
  const sent = send()
  while (performance.now() < end) {
    if (performance.now() - began > 30_000) throw new Error('The message did not reach all within 30 seconds')
    const asked = performance.now()
    await caller.request('GET', '/users/me', server.authorization)
    waits.push(performance.now() - asked)
    // The recipients poll again for a while after the last one has the message.
    if (end === Infinity && received() - before >= pollers) end = performance.now() + 300
    await sleep(1)
  }
  await sent
  caller.close()
  return { waits, took: end - 300 - began }
}

/** Measures how long other users wait while a message goes to very many people who poll. */
export const fanOut: Measurement = {
  name: 'fan-out',
  title: 'One message to very many',
  async run() {
    const { server, users } = await serverWithCrowd(pollers, pollers)
    await untilIdle(server)
    await rest()
    const before = server.memory()
    const polling = await startPollers(
      server,
      users.map(({ authorization }) => authorization),
    )
    const [sender] = users
    try {
      await untilIdle(server)
      await rest()
      const each = ((server.memory() - before) * 1024) / pollers
      const send = () =>
        call(server, sender?.authorization ?? '', 'POST', '/messages', {
          type: 'channel',
          to: sender?.channel ?? '',
          topic: 'everybody',
          content: 'To all',
        })
      // Lets Node compile the code.
      for (let round = 0; round < 3; round++) await sendBeside(server, send, polling)
      const longest: number[] = []
      const took: number[] = []
      const waits: number[] = []
      for (let round = 0; round < rounds; round++) {
        await untilIdle(server)
        const seen = await sendBeside(server, send, polling)
        longest.push(Math.max(...seen.waits))
        took.push(seen.took)
        waits.push(...seen.waits)
      }
      return [
        {
          name: `Longest wait of another call beside a message to ${pollers.toLocaleString('en')} pollers`,
          value: median(longest),
          unit: 'ms',
          atMost: 20,
          note: `median of ${rounds}; the longest of all ${Math.max(...longest).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(1)} ms`,
        },
        {
          name: 'The same message until the last of them has it',
          value: median(took),
          unit: 'ms',
          atMost: 200,
        },
        {
          name: `Memory (PSS) of each of ${pollers.toLocaleString('en')} idle pollers`,
          value: each,
          unit: 'KiB',
          atMost: 14,
          note: `${before.toFixed(0)} MiB without them`,
        },
      ]
    } finally {
      await polling.stop()
      await server.stop()
    }
  },
}
