import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeSchema } from '@tagma/server/test/server-process.ts'
import type { Figure, Measurement } from './figure.ts'
import { type Load, measure } from './load.ts'
import { type Running, startServer } from './server.ts'

/** Milliseconds of the line between server and database, each way. */
const delays = [0, 0.5]
const callers = [1, 16, 64]

const works: readonly (Pick<Load, 'method' | 'body'> & { readonly name: string; readonly path: string })[] = [
  {
    name: 'POST /messages to a known topic',
    method: 'POST',
    path: '/messages',
    body: new URLSearchParams({
      type: 'channel',
      to: 'general',
      topic: 'bench',
      content: 'Hello **world**, how are you today?',
    }).toString(),
  },
  { name: 'POST /register, everything', method: 'POST', path: '/register', body: '' },
]

/** Starts a server whose database is that far away; `trips` counts its round trips. */
async function startAway(url: string, delay: number) {
  const line = fork(join(import.meta.dirname, 'line-process.ts'), [url, String(delay)])
  const ask = async (): Promise<unknown> => (await once(line, 'message'))[0] as unknown
  const address = await ask()
  const server = await startServer({
    environment: { DATABASE_URL: String(address) },
    ...(process.env.BENCH_ROOT === undefined ? {} : { root: process.env.BENCH_ROOT }),
  })
  return {
    server,
    async trips(): Promise<number> {
      line.send('trips')
      return Number(await ask())
    },
    async stop(): Promise<void> {
      await server.stop()
      line.disconnect()
    },
  }
}

/** One server on PostgreSQL, near and far: calls for each second, and the round trips that they took. */
export const distance: Measurement = {
  name: 'distance',
  title: 'A server and its PostgreSQL, on a line that takes time',
  isLong: true,
  async run({ seconds }) {
    const figures: Figure[] = []
    for (const delay of delays) {
      const database = await makeSchema()
      const { server, trips, stop } = await startAway(database.url, delay)
      try {
        for (const work of works) {
          await load(server, work, 16, 1)
          for (const connections of callers) {
            const before = await trips()
            const measured = await load(server, work, connections, seconds)
            const each = ((await trips()) - before) / measured.requests
            figures.push({
              name: `${work.name}, ${connections} callers, ${delay} ms each way`,
              value: measured.perSecond,
              unit: '/s',
              note: `p50 ${measured.p50} ms, p99 ${measured.p99} ms, ${each.toFixed(1)} round trips each with those of the jobs, ${Math.round(measured.cpuMicroseconds)} µs of CPU`,
            })
          }
        }
      } finally {
        await stop()
        await database.drop()
      }
    }
    return figures
  },
}

const load = (
  server: Running,
  { name: _name, path, ...rest }: (typeof works)[number],
  connections: number,
  seconds: number,
) =>
  measure(
    {
      ...rest,
      url: `${server.url}/api/v1${path}`,
      authorization: server.authorization,
      connections,
      seconds,
    },
    server.cpuSeconds,
  )
