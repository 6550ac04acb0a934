import { makeSchema } from '@tagma/server/test/server-process.ts'
import { lineTo } from './database-lines.ts'
import type { Figure, Measurement } from './figure.ts'
import { type Load, measure } from './load.ts'
import { call, crowd } from './seed.ts'
import { type Running, startServer, untilIdle } from './server.ts'

interface Work {
  readonly name: string
  readonly connections: number
  readonly atLeast: number
  /** CPU milliseconds of the server for each call, at most. */
  readonly cpuAtMost?: number
  readonly plan: Pick<Load, 'method' | 'body' | 'vary'> & { readonly path: string }
}

/** The loads. `ids` are messages to set flags on, `inTurn` names who registers. */
const works = (ids: readonly number[], inTurn: Load['vary']): readonly Work[] => [
  // First: the messages of the next load are unread to all others.
  {
    name: 'POST /register, everything',
    connections: 16,
    atLeast: 350,
    plan: { path: '/register', method: 'POST', body: '', ...(inTurn && { vary: inTurn }) },
  },
  {
    name: 'POST /messages, durable',
    connections: 64,
    atLeast: 5000,
    cpuAtMost: 0.35,
    plan: {
      path: '/messages',
      method: 'POST',
      body: form({
        type: 'channel',
        to: 'general',
        topic: 'bench',
        content: 'Hello **world**, how are you today?',
      }),
    },
  },
  {
    name: 'POST /messages/flags, 5 messages',
    connections: 16,
    atLeast: 2500,
    plan: { path: '/messages/flags', method: 'POST', body: '', vary: flagsOf(ids) },
  },
  {
    name: 'GET /messages, 100 messages',
    connections: 16,
    atLeast: 9000,
    plan: { path: '/messages?anchor=newest&num_before=100&num_after=0' },
  },
]

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

/** Adds and removes a flag in turn, of other messages each time: each call changes something. */
function flagsOf(ids: readonly number[]) {
  let count = 0
  return () => {
    const turn = count++
    const from = (turn * 5) % (ids.length - 4)
    const op = Math.floor((turn * 5) / (ids.length - 4)) % 2 === 0 ? 'add' : 'remove'
    return { body: form({ messages: JSON.stringify(ids.slice(from, from + 5)), op, flag: 'starred' }) }
  }
}

/** One server with PostgreSQL on the same machine: calls under load, and what the jobs ask when nobody calls. */
export const nearPostgres: Measurement = {
  name: 'near-postgres',
  title: 'A server with PostgreSQL on the same machine',
  isLong: true,
  async run({ seconds }) {
    const database = await makeSchema()
    const figures: Figure[] = []
    try {
      const server = await startServer({ environment: { DATABASE_URL: database.url } })
      try {
        const ids = await sendSome(server, 500)
        for (const work of works(ids, await crowd(server)))
          figures.push(...(await underLoad(server, work, seconds)))
        await new Promise((resolve) => setTimeout(resolve, 30_000))
        figures.push({
          name: 'Memory (PSS) half a minute after these loads',
          value: server.memory(),
          unit: 'MiB',
          atMost: 160,
        })
      } finally {
        await server.stop()
      }
      figures.push(...(await whenIdle(database.url)))
    } finally {
      await database.drop()
    }
    return figures
  },
}

async function sendSome(server: Running, count: number): Promise<number[]> {
  const ids: number[] = []
  const fields = { type: 'channel', to: 'general', topic: 'bench' }
  for (let sent = 0; sent < count; sent += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call(server, server.authorization, 'POST', '/messages', {
          ...fields,
          content: `Message ${sent + index}`,
        }),
      ),
    )
    ids.push(...answers.map(({ id }) => Number(id)))
  }
  return ids
}

async function underLoad(
  server: Running,
  { name, connections, atLeast, cpuAtMost, plan: { path, ...rest } }: Work,
  seconds: number,
): Promise<Figure[]> {
  const load = {
    ...rest,
    url: `${server.url}/api/v1${path}`,
    authorization: server.authorization,
    connections,
  }
  await measure({ ...load, seconds: 2 }, server.cpuSeconds)
  const { perSecond, p50, p99, cpuMicroseconds } = await measure({ ...load, seconds }, server.cpuSeconds)
  return [
    {
      name: `${name}, ${connections} callers`,
      value: perSecond,
      unit: '/s',
      atLeast,
      note: `p50 ${p50} ms, p99 ${p99} ms`,
    },
    {
      name: `${name}: CPU`,
      value: cpuMicroseconds / 1000,
      unit: 'ms',
      ...(cpuAtMost === undefined ? {} : { atMost: cpuAtMost }),
    },
  ]
}

/** Counts the statements of a server that nobody calls, and those of a message in a batch, with its jobs. */
async function whenIdle(databaseUrl: string): Promise<Figure[]> {
  const line = await lineTo(databaseUrl, 0)
  const server = await startServer({ environment: { DATABASE_URL: line.url } })
  try {
    await untilIdle(server)
    const statementsIn = async (milliseconds: number, work: () => Promise<unknown> = async () => {}) => {
      const before = (await line.counts()).statements
      await work()
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return (await line.counts()).statements - before
    }
    // Half a minute after the last call, a server looks for work less often.
    await new Promise((resolve) => setTimeout(resolve, 35_000))
    const idle = await statementsIn(20_000)
    const count = 200
    const all = await statementsIn(10_000, () => sendSome(server, count))
    return [
      { name: 'Statements of a server that nobody calls', value: idle / 20, unit: '/s', atMost: 1 },
      {
        name: 'Statements of a message, with those of the jobs, 50 at a time',
        value: (all - idle / 2) / count,
        unit: 'statements',
        atMost: 1,
      },
    ]
  } finally {
    await server.stop()
    line.stop()
  }
}
