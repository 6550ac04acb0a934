import { makeSchema } from '@tagma/server/test/server-process.ts'
import type { Figure, Measurement } from './figure.ts'
import { type Load, measure, median } from './load.ts'
import { type Reference, startReference } from './reference-server.ts'
import { type Running, startServer } from './server.ts'

const windows = 5
const callers = 48

interface Work {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

const works: readonly Work[] = [
  { name: 'GET /users/me', method: 'GET', path: '/users/me' },
  {
    name: 'GET /messages, 100 messages',
    method: 'GET',
    path: '/messages?anchor=newest&num_before=100&num_after=0',
  },
  {
    name: 'POST /messages',
    method: 'POST',
    path: '/messages',
    body: new URLSearchParams({
      type: 'channel',
      to: 'general',
      topic: 'bench',
      content: 'Hello **world**, how are you today?',
    }).toString(),
  },
  {
    name: 'POST /users/me/presence',
    method: 'POST',
    path: '/users/me/presence',
    body: new URLSearchParams({ status: 'active', ping_only: 'true' }).toString(),
  },
]

/** CPU microseconds of the server processes for each request, when so many callers share them. */
async function cost(
  servers: readonly Pick<Running, 'cpuSeconds'>[],
  load: (index: number) => Omit<Load, 'connections' | 'seconds'>,
  seconds: number,
): Promise<number> {
  const before = servers.map((server) => server.cpuSeconds())
  const measured = await Promise.all(
    servers.map((server, index) =>
      measure({ ...load(index), connections: callers / servers.length, seconds }, server.cpuSeconds),
    ),
  )
  const used = servers.reduce((sum, server, index) => sum + server.cpuSeconds() - (before[index] ?? 0), 0)
  return (used * 1e6) / (measured.reduce((sum, { perSecond }) => sum + perSecond, 0) * seconds)
}

interface Compared {
  /** What three cost of what one costs, for each request. */
  readonly ratio: number
  readonly note: string
}

/** Measures one and three in turn. */
async function compareCost(
  one: (seconds: number) => Promise<number>,
  three: (seconds: number) => Promise<number>,
  seconds: number,
): Promise<Compared> {
  const alone: number[] = []
  const together: number[] = []
  await one(1)
  await three(1)
  for (let window = 0; window < windows; window++) {
    alone.push(await one(seconds))
    together.push(await three(seconds))
  }
  const ratio = median(together) / median(alone)
  return {
    ratio,
    note: `${percentMore(ratio).toFixed(0)} % more by itself: ${median(together).toFixed(0)} µs against ${median(alone).toFixed(0)} µs`,
  }
}

const percentMore = (ratio: number) => (ratio - 1) * 100

const call =
  (servers: readonly Running[], { path, method, body }: Work) =>
  (index: number) => ({
    url: `${servers[index]?.url}/api/v1${path}`,
    method,
    authorization: servers[0]?.authorization ?? '',
    ...(body === undefined ? {} : { body }),
  })

/** What three processes on one PostgreSQL cost, against one: CPU of the servers for each request, in turn. */
export const cluster: Measurement = {
  name: 'cluster',
  title: 'Three processes against one, on PostgreSQL',
  isLong: true,
  async run({ seconds }) {
    const nats = process.env.TEST_NATS_URL
    if (!process.env.TEST_DATABASE_URL || !nats)
      throw new Error('TEST_DATABASE_URL names the PostgreSQL, TEST_NATS_URL the NATS to measure with.')
    const databases = [await makeSchema(), await makeSchema()]
    const running: Running[] = []
    const references: Reference[] = []
    const start = async (index: number) => {
      const environment = { DATABASE_URL: databases[index]?.url ?? '', NATS_URL: nats }
      const server = await startServer({ environment })
      running.push(server)
      return server
    }
    try {
      const one = [await start(0)]
      const three = [await start(1), await start(1), await start(1)]
      while (references.length < 4) references.push(await startReference())
      const figures: Figure[] = []
      const bare = (some: readonly Reference[]) => (long: number) =>
        cost(some, (index) => ({ url: `${some[index]?.url}/1000` }), long)
      // On two cores, three processes that do nothing but HTTP cost more than one, too: they share the caches and wait for
      // each other. What ours cost beyond that is what adding them costs.
      const reference = await compareCost(bare(references.slice(0, 1)), bare(references.slice(1)), seconds)
      for (const work of works) {
        const compared = await compareCost(
          (long) => cost(one, call(one, work), long),
          (long) => cost(three, call(three, work), long),
          seconds,
        )
        figures.push({
          name: `${work.name}: CPU of three processes against one, beyond that of bare node:http`,
          value: percentMore(compared.ratio / reference.ratio),
          unit: '% more',
          atMost: 15,
          note: compared.note,
        })
      }
      figures.push({
        name: 'Bare node:http, three processes against one',
        value: percentMore(reference.ratio),
        unit: '% more',
        note: reference.note,
      })
      return figures
    } finally {
      for (const server of [...running, ...references]) await server.stop()
      for (const database of databases) await database.drop()
    }
  },
}
