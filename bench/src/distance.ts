import { makeSchema } from '@tagma/server/test/server-process.ts'
import { lineTo } from './database-lines.ts'
import type { Figure, Measurement } from './figure.ts'
import { type Load, measure } from './load.ts'
import { crowd } from './seed.ts'
import { type Running, startServer } from './server.ts'

/** Milliseconds of the line between server and database, each way. */
const delay = 0.5

interface Work {
  readonly name: string
  readonly path: string
  readonly body: string
  /** Numbers of callers, with the round trips that a call may take alone. */
  readonly tripsAtMost: number
  readonly callers: readonly number[]
  /** Calls for each second with the most callers. */
  readonly atLeast?: number
  /** Whether many people make the calls, in turn. */
  readonly isOfCrowd?: true
}

const works: readonly Work[] = [
  {
    name: 'POST /messages to a known topic',
    path: '/messages',
    body: new URLSearchParams({
      type: 'channel',
      to: 'general',
      topic: 'bench',
      content: 'Hello **world**, how are you today?',
    }).toString(),
    tripsAtMost: 3,
    callers: [1, 16, 64],
    atLeast: 3000,
  },
  {
    name: 'POST /register, everything',
    path: '/register',
    body: '',
    tripsAtMost: 6,
    callers: [1, 16],
    isOfCrowd: true,
  },
]

/** One server on PostgreSQL, far away, and three: calls for each second, and the round trips that they took. */
export const distance: Measurement = {
  name: 'distance',
  title: 'A server and its PostgreSQL, on a line that takes time',
  isLong: true,
  async run({ seconds }) {
    const database = await makeSchema()
    const line = await lineTo(database.url, delay)
    const nats = process.env.TEST_NATS_URL
    const servers: Running[] = []
    const start = async () => {
      const environment = { DATABASE_URL: line.url, ...(nats !== undefined && { NATS_URL: nats }) }
      const root = process.env.BENCH_ROOT
      servers.push(await startServer({ environment, ...(root !== undefined && { root }) }))
    }
    try {
      await start()
      const figures: Figure[] = []
      const [first] = servers
      for (const work of works) {
        const vary = work.isOfCrowd && first ? { vary: await crowd(first) } : {}
        await load(servers, { ...work, ...vary }, 16, 1)
        for (const callers of work.callers)
          figures.push(...(await measured(servers, { ...work, ...vary }, callers, { seconds, line })))
      }
      if (nats === undefined) return figures
      await start()
      await start()
      const [sending] = works
      if (!sending) return figures
      await load(servers, sending, 63, 1)
      const { perSecond, notes } = await load(servers, sending, 63, seconds)
      figures.push({
        name: `${sending.name}, 63 callers of three processes, ${delay} ms each way`,
        value: perSecond,
        unit: '/s',
        atLeast: 4000,
        note: notes,
      })
      return figures
    } finally {
      for (const server of servers) await server.stop()
      line.stop()
      await database.drop()
    }
  },
}

async function measured(
  servers: readonly Running[],
  work: Work & Pick<Load, 'vary'>,
  callers: number,
  { seconds, line }: { readonly seconds: number; readonly line: Awaited<ReturnType<typeof lineTo>> },
): Promise<Figure[]> {
  const before = (await line.counts()).trips
  const { perSecond, requests, notes } = await load(servers, work, callers, seconds)
  const each = ((await line.counts()).trips - before) / requests
  const isMost = callers === Math.max(...work.callers)
  return [
    {
      name: `${work.name}, ${callers} callers, ${delay} ms each way`,
      value: perSecond,
      unit: '/s',
      ...(isMost && work.atLeast !== undefined && { atLeast: work.atLeast }),
      note: `${notes}, ${each.toFixed(2)} round trips each`,
    },
    ...(callers === 1
      ? [
          {
            name: `${work.name}: round trips, with those of the jobs`,
            value: each,
            unit: 'round trips',
            atMost: work.tripsAtMost,
          },
        ]
      : []),
  ]
}

/** Puts one load on all servers, with as many callers on each. */
async function load(
  servers: readonly Running[],
  { path, body, vary }: Pick<Work, 'path' | 'body'> & Pick<Load, 'vary'>,
  connections: number,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly requests: number; readonly notes: string }> {
  const plan: Omit<Load, 'url'> = {
    method: 'POST',
    body,
    authorization: servers[0]?.authorization ?? '',
    connections: Math.ceil(connections / servers.length),
    seconds,
    ...(vary && { vary }),
  }
  const results = await Promise.all(
    servers.map((server) => measure({ ...plan, url: `${server.url}/api/v1${path}` }, server.cpuSeconds)),
  )
  const requests = results.reduce((sum, one) => sum + one.requests, 0)
  const cpu = results.reduce((sum, one) => sum + one.cpuMicroseconds * one.requests, 0) / requests
  return {
    perSecond: results.reduce((sum, one) => sum + one.perSecond, 0),
    requests,
    notes: `p50 ${Math.max(...results.map(({ p50 }) => p50))} ms, p99 ${Math.max(...results.map(({ p99 }) => p99))} ms, ${Math.round(cpu)} µs of CPU`,
  }
}
