import { makeSchema } from '@tagma/server/test/server-process.ts'
import type { Figure, Measurement } from './figure.ts'
import { measure, median } from './load.ts'
import { type Running, startServer } from './server.ts'

const windows = 3
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
async function cost(servers: readonly Running[], work: Work, seconds: number): Promise<number> {
  const before = servers.map((server) => server.cpuSeconds())
  const measured = await Promise.all(
    servers.map((server) =>
      measure(
        {
          url: `${server.url}/api/v1${work.path}`,
          method: work.method,
          authorization: servers[0]?.authorization ?? '',
          connections: callers / servers.length,
          seconds,
          ...(work.body === undefined ? {} : { body: work.body }),
        },
        server.cpuSeconds,
      ),
    ),
  )
  const used = servers.reduce((sum, server, index) => sum + server.cpuSeconds() - (before[index] ?? 0), 0)
  return (used * 1e6) / (measured.reduce((sum, { perSecond }) => sum + perSecond, 0) * seconds)
}

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
    const start = async (index: number) => {
      const environment = { DATABASE_URL: databases[index]?.url ?? '', NATS_URL: nats }
      const server = await startServer({ environment })
      running.push(server)
      return server
    }
    try {
      const one = [await start(0)]
      const three = [await start(1), await start(1), await start(1)]
      const figures: Figure[] = []
      for (const work of works) {
        const alone: number[] = []
        const together: number[] = []
        await cost(one, work, 1)
        await cost(three, work, 1)
        for (let window = 0; window < windows; window++) {
          alone.push(await cost(one, work, seconds))
          together.push(await cost(three, work, seconds))
        }
        figures.push({
          name: `${work.name}: CPU of three processes against one`,
          value: (median(together) / median(alone) - 1) * 100,
          unit: '% more',
          atMost: 15,
          note: `${median(together).toFixed(0)} µs against ${median(alone).toFixed(0)} µs`,
        })
      }
      return figures
    } finally {
      for (const server of running) await server.stop()
      for (const database of databases) await database.drop()
    }
  },
}
