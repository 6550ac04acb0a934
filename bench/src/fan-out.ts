import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, percentile, serverWithCrowd } from './crowd.ts'
import type { Measurement } from './figure.ts'
import { median } from './load.ts'
import { type Pollers, startPollers } from './pollers.ts'
import { RawConnection } from './raw-connection.ts'
import { byRelay } from './reference-server.ts'
import { call } from './seed.ts'
import { type Running, untilIdle } from './server.ts'

const pollers = 10_000
const rounds = 8

/** Waits until an idle server has collected its garbage. */
const rest = () => sleep(20_000)

/** Sends one message to everybody while another user makes calls. Returns the waits of that user in milliseconds. */
async function sendBeside(
  server: Pick<Running, 'url'>,
  authorization: string,
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
    await caller.request('GET', '/users/me', authorization)
    waits.push(performance.now() - asked)
    // The recipients poll again for a while after the last one has the message.
    if (end === Infinity && received() - before >= pollers) end = performance.now() + 300
    await sleep(1)
  }
  await sent
  caller.close()
  return { waits, took: end - 300 - began }
}

interface Spread {
  /** The longest wait of another call beside each message, and all waits. */
  readonly longest: readonly number[]
  readonly waits: readonly number[]
  /** Milliseconds of each message until the last one has it. */
  readonly took: readonly number[]
  /** KiB of memory for each poller, and MiB without them. */
  readonly each: number
  readonly before: number
}

/** Sends messages to everybody, one after another. */
async function spread(
  server: Pick<Running, 'url' | 'memory' | 'cpuSeconds'>,
  users: readonly Member[],
): Promise<Spread> {
  await untilIdle(server)
  await rest()
  const before = server.memory()
  const polling = await startPollers(
    server,
    users.map(({ authorization }) => authorization),
  )
  const authorization = users[0]?.authorization ?? ''
  const fields = { type: 'channel', to: users[0]?.channel ?? '', topic: 'everybody', content: 'To all' }
  const send = () => call(server, authorization, 'POST', '/messages', fields)
  try {
    await untilIdle(server)
    await rest()
    const each = ((server.memory() - before) * 1024) / pollers
    // Lets Node compile the code.
    for (let round = 0; round < 3; round++) await sendBeside(server, authorization, send, polling)
    const longest: number[] = []
    const took: number[] = []
    const waits: number[] = []
    for (let round = 0; round < rounds; round++) {
      await untilIdle(server)
      const seen = await sendBeside(server, authorization, send, polling)
      longest.push(Math.max(...seen.waits))
      took.push(seen.took)
      waits.push(...seen.waits)
    }
    return { longest, waits, took, each, before }
  } finally {
    await polling.stop()
  }
}

/** Measures how long other users wait while a message goes to very many people who poll. */
export const fanOut: Measurement = {
  name: 'fan-out',
  title: 'One message to very many',
  async run() {
    const { server, users } = await serverWithCrowd(pollers, pollers)
    let spreadHere: Spread
    try {
      spreadHere = await spread(server, users)
    } finally {
      await server.stop()
    }
    const { longest, waits, took, each, before } = spreadHere
    const bare = await byRelay([], (relay) => spread(relay, users))
    const count = pollers.toLocaleString('en')
    return [
      {
        name: `Longest wait of another call beside a message to ${count} pollers`,
        value: median(longest),
        unit: 'ms',
        atMost: 20,
        note: `median of ${rounds}; the longest of all ${Math.max(...longest).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(1)} ms`,
      },
      {
        name: 'The same by a bare node:http that only syncs and hands on, for comparison',
        value: median(bare.longest),
        unit: 'ms',
      },
      {
        name: 'The same message until the last of them has it',
        value: median(took),
        unit: 'ms',
        atMost: 200,
      },
      {
        name: 'The same by the bare one, for comparison',
        value: median(bare.took),
        unit: 'ms',
      },
      {
        name: `Memory (PSS) of each of ${count} idle pollers`,
        value: each,
        unit: 'KiB',
        atMost: 14,
        note: `${before.toFixed(0)} MiB without them`,
      },
      {
        name: 'The same by the bare one, for comparison',
        value: bare.each,
        unit: 'KiB',
      },
    ]
  },
}
