import { collectGarbage } from './collect-garbage.ts'
import { crowd, type CrowdPlan, type CrowdResult, percentile, serverWithCrowd } from './crowd.ts'
import type { Figure, Measurement } from './figure.ts'
import { byRelay } from './reference-server.ts'
import { freePort, startServer } from './server.ts'

const pollers = 1000
const channelSize = 20
const busyRate = 500

/** Measures the time of a message to people who poll, and the cost of a waiting queue. */
export const events: Measurement = {
  name: 'events',
  title: 'Events, from sender to poller',
  async run({ seconds }) {
    const inspector = await freePort()
    const { server: inspected, users } = await serverWithCrowd(pollers, channelSize, {
      NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
    })
    let server = inspected
    const run = (plan: Partial<CrowdPlan>, whilePolling?: () => Promise<void>) =>
      crowd({ url: server.url, users, seconds, perSecond: {}, ...plan }, whilePolling)
    const memory = async () => {
      await collectGarbage(inspector)
      return server.memory()
    }
    try {
      // Loads and warms up everything.
      await run({ pollers: 200, seconds: 5, perSecond: { sends: 100, reads: 20 } })
      const before = await memory()
      let after = 0
      await run({ seconds: 10 }, async () => void (after = await memory()))
      // The rest runs without the memory inspector, as in production, on code compiled for a day's messages.
      await server.stop({ keep: true })
      server = await startServer({ dataDir: inspected.dataDir })
      await run({ pollers: 200, seconds: 10, perSecond: { sends: 500, reads: 20 } })
      const { bare, alone } = await besideRelay((url) =>
        run({
          url: url ?? server.url,
          users: users.slice(0, channelSize),
          pollers: 1,
          seconds: 2 * seconds,
          perSecond: { sends: 20 },
        }),
      )
      const idle = await run({ users: users.slice(0, channelSize), perSecond: { sends: 20 } })
      const cpuBefore = server.cpuSeconds()
      const busy = await run({ perSecond: { sends: busyRate } })
      const cpu = server.cpuSeconds() - cpuBefore
      const busyBare = await byRelay(users, ({ url }) => run({ url, perSecond: { sends: busyRate } }))
      return figuresOf({ alone, bare, idle, busy, busyBare, cpu, before, after })
    } finally {
      await server.stop()
    }
  },
}

interface Measured {
  /** Delays to one poller, by this server and by a bare relay. */
  readonly alone: readonly number[]
  readonly bare: readonly number[]
  readonly idle: CrowdResult
  readonly busy: CrowdResult
  readonly busyBare: CrowdResult
  /** Seconds of CPU that the busy part took. */
  readonly cpu: number
  /** MiB without and with idle queues. */
  readonly before: number
  readonly after: number
}

function figuresOf({ alone, bare, idle, busy, busyBare, cpu, before, after }: Measured): Figure[] {
  return [
    {
      name: 'Sender to poller, nothing else going on: p50',
      value: percentile(alone, 0.5),
      unit: 'ms',
      atMost: 2,
      note: `p99 ${percentile(alone, 0.99).toFixed(1)} ms, ${alone.length} deliveries`,
    },
    {
      name: 'The same by a bare node:http that only syncs and hands on, for comparison',
      value: percentile(bare, 0.5),
      unit: 'ms',
    },
    {
      name: 'Sender to poller, in times of the bare one: p50',
      value: percentile(alone, 0.5) / percentile(bare, 0.5),
      unit: 'times',
      atMost: 1.5,
    },
    {
      name: `Sender to each of ${channelSize} pollers, nothing else going on: p50`,
      value: percentile(idle.latencies, 0.5),
      unit: 'ms',
      note: `p99 ${percentile(idle.latencies, 0.99).toFixed(1)} ms, ${idle.received} deliveries`,
    },
    {
      name: `Sender to poller, ${busyRate} messages/s, ${pollers.toLocaleString('en')} pollers: p99`,
      value: percentile(busy.latencies, 0.99),
      unit: 'ms',
      atMost: 50,
      note: `p50 ${percentile(busy.latencies, 0.5).toFixed(1)} ms; ${busy.sent.toLocaleString('en')} messages to ${channelSize} each, ${busy.received.toLocaleString('en')} deliveries, ${((cpu * 1e6) / busy.received).toFixed(0)} µs of CPU each`,
    },
    {
      name: 'The same by the bare one, for comparison: p99',
      value: percentile(busyBare.latencies, 0.99),
      unit: 'ms',
      note: `p50 ${percentile(busyBare.latencies, 0.5).toFixed(1)} ms`,
    },
    {
      name: 'Memory (PSS) for each idle queue, its connection included',
      value: ((after - before) * 1024) / pollers,
      unit: 'KiB',
      atMost: 16,
      note: `${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB with ${pollers.toLocaleString('en')} more`,
    },
  ]
}

/** The delays to one poller by this server, and by a bare relay, measured in turn. `deliver` without an address is this server. */
async function besideRelay(
  deliver: (url?: string) => Promise<{ readonly latencies: readonly number[] }>,
): Promise<{ bare: number[]; alone: number[] }> {
  const bare: number[] = []
  const alone: number[] = []
  await byRelay([], async ({ url }) => {
    for (let turn = 0; turn < 3; turn++) {
      bare.push(...(await deliver(url)).latencies)
      alone.push(...(await deliver()).latencies)
    }
  })
  return { bare, alone }
}
