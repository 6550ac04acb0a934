import { makeSchema } from '@tagma/server/test/server-process.ts'
import { crowd, type CrowdResult, serverWithCrowd } from './crowd.ts'
import type { Figure, Measurement } from './figure.ts'
import { median } from './load.ts'
import { freePort, type Running } from './server.ts'

const members = 1000
const channelSize = 50
// Each member reports presence once a minute and reads every twelve seconds. Beside that somebody sends, stars, searches
// and opens a client now and then.
const perSecond = {
  presence: members / 60,
  reads: members / 12,
  sends: 1,
  flags: 1,
  searches: 0.5,
  registrations: 0.2,
}
/** Seconds after the load until memory is measured once more. */
const rest = 300

interface Sample {
  readonly memory: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Runs a crowd for minutes, to see if the server keeps its memory and its speed. */
export const load: Measurement = {
  name: 'load',
  title: 'Load that lasts: 1,000 users',
  isLong: true,
  run: ({ minutes }) => runLoad(minutes),
}

/** The same on PostgreSQL. */
export const loadOnPostgres: Measurement = {
  name: 'load-on-postgres',
  title: 'Load that lasts: 1,000 users, on PostgreSQL',
  isLong: true,
  async run({ minutes }) {
    const database = await makeSchema()
    try {
      return await runLoad(minutes, { DATABASE_URL: database.url })
    } finally {
      await database.drop()
    }
  },
}

async function runLoad(minutes: number, settings: Readonly<Record<string, string>> = {}): Promise<Figure[]> {
  const metricsPort = await freePort()
  const { server, users } = await serverWithCrowd(members, channelSize, {
    TAGMA_METRICS_PORT: String(metricsPort),
    ...settings,
  })
  const samples: Sample[] = []
  let cpu = 0
  try {
    const result = await crowd({ url: server.url, users, seconds: minutes * 60, perSecond }, async () => {
      // Discards the figures of the warm-up.
      await sampleOf(server, metricsPort)
      const cpuBefore = server.cpuSeconds()
      for (let minute = 1; minute <= minutes; minute++) {
        await new Promise((resolve) => setTimeout(resolve, minute === minutes ? 58_000 : 60_000))
        const sample = await sampleOf(server, metricsPort)
        samples.push(sample)
        console.log(
          `  minute ${minute}: ${sample.memory.toFixed(0)} MiB; event loop late by p50 ${sample.p50.toFixed(1)}, p99 ${sample.p99.toFixed(1)}, at most ${sample.max.toFixed(0)} ms`,
        )
      }
      cpu = (server.cpuSeconds() - cpuBefore) / (minutes * 60)
    })
    await new Promise((resolve) => setTimeout(resolve, rest * 1000))
    return figuresOf({ minutes, samples, result, cpu, rested: server.memory() })
  } finally {
    await server.stop()
  }
}

async function sampleOf(server: Running, metricsPort: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const delay = (quantile: string) =>
    Number(new RegExp(`tagma_event_loop_delay_seconds\\{quantile="${quantile}"\\} (\\S+)`).exec(text)?.[1]) *
    1000
  return { memory: server.memory(), p50: delay('0.5'), p99: delay('0.99'), max: delay('1') }
}

interface Lasted {
  readonly minutes: number
  readonly samples: readonly Sample[]
  readonly result: CrowdResult
  /** Cores that the server used. */
  readonly cpu: number
  /** MiB some minutes after the load. */
  readonly rested: number
}

function figuresOf({ minutes, samples, result, cpu, rested }: Lasted): Figure[] {
  const early = samples.slice(0, Math.max(1, Math.floor(samples.length / 3)))
  const late = samples.slice(-early.length)
  const memories = (some: readonly Sample[]) => median(some.map(({ memory }) => memory))
  const most = (part: (sample: Sample) => number) => Math.max(...samples.map(part))
  return [
    {
      name: `${members.toLocaleString('en')} members, ${minutes} minutes: memory at the end`,
      value: memories(late),
      unit: 'MiB',
      atMost: 160,
      note: `at most ${most(({ memory }) => memory).toFixed(0)} MiB; ${result.answered.toLocaleString('en')} calls and ${result.received.toLocaleString('en')} deliveries by ${(cpu * 100).toFixed(0)} % of a core`,
    },
    { name: `Memory (PSS) ${rest / 60} minutes after this load`, value: rested, unit: 'MiB', atMost: 160 },
    {
      name: 'Growth of memory from the first third to the last',
      value: (memories(late) / memories(early) - 1) * 100,
      unit: '%',
      atMost: 5,
    },
    {
      name: 'Event loop delay, p99 of the worst minute',
      value: most(({ p99 }) => p99),
      unit: 'ms',
      atMost: 20,
      note: `p50 ${median(samples.map(({ p50 }) => p50)).toFixed(1)} ms, at most ${most(({ max }) => max).toFixed(0)} ms`,
    },
    {
      name: 'Slowest answer',
      value: result.slowest,
      unit: 'ms',
      atMost: 1000,
      note: result.slowestPath,
    },
  ]
}
