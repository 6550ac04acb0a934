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

/** Measures CPU microseconds of the server processes for each request, with this number of callers. */
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

/** Compares the messages that an organization gets for each second, with so many callers at one server or at three. */
async function compareRates(
  work: Work,
  groups: readonly (readonly Running[])[],
  seconds: number,
): Promise<{ readonly rates: readonly number[][]; readonly ratio: number }> {
  const rates: number[][] = groups.map(() => [])
  // The first window does not count.
  for (let window = 0; window <= windows; window++)
    for (const [index, group] of groups.entries()) {
      const measured = await Promise.all(
        group.map((server, place) =>
          measure(
            { ...call(group, work)(place), connections: callers / group.length, seconds },
            server.cpuSeconds,
          ),
        ),
      )
      if (window > 0) rates[index]?.push(measured.reduce((sum, { perSecond }) => sum + perSecond, 0))
    }
  const [one = [], three = []] = rates
  return { rates, ratio: median(ratios({ one, three })) }
}

/** The cost of a request on one server, and on three. */
interface Pair {
  readonly one: (seconds: number) => Promise<number>
  readonly three: (seconds: number) => Promise<number>
}

interface Costs {
  readonly one: number[]
  readonly three: number[]
}

/** Measures one process and three, of this server and of the reference, in turn. */
async function compareCosts(pairs: readonly Pair[], seconds: number): Promise<readonly Costs[]> {
  const costs = pairs.map((): Costs => ({ one: [], three: [] }))
  // The first window does not count: Node compiles the code that is called often.
  for (let window = 0; window <= windows; window++) {
    for (const [index, pair] of pairs.entries()) {
      const one = await pair.one(seconds)
      const three = await pair.three(seconds)
      if (window === 0) continue
      costs[index]?.one.push(one)
      costs[index]?.three.push(three)
    }
  }
  return costs
}

/** Divides the cost on three servers by the cost on one, window by window. */
const ratios = ({ one, three }: Costs) => three.map((value, window) => value / (one[window] ?? Number.NaN))

const percentMore = (ratio: number) => (ratio - 1) * 100

const noteOf = (costs: Costs) =>
  `${percentMore(median(ratios(costs))).toFixed(0)} % more by itself: ${median(costs.three).toFixed(0)} µs against ${median(costs.one).toFixed(0)} µs`

const call =
  (servers: readonly Running[], { path, method, body }: Work) =>
  (index: number) => ({
    url: `${servers[index]?.url}/api/v1${path}`,
    method,
    authorization: servers[0]?.authorization ?? '',
    ...(body === undefined ? {} : { body }),
  })

/** Compares three processes on one PostgreSQL with one process: CPU of the servers for each request, in turn. */
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
      const reference = { one: bare(references.slice(0, 1)), three: bare(references.slice(1)) }
      const bareCosts: Costs = { one: [], three: [] }
      for (const work of works) {
        const ours = {
          one: (long: number) => cost(one, call(one, work), long),
          three: (long: number) => cost(three, call(three, work), long),
        }
        // On two cores, three processes that only serve HTTP also cost more than one: they share the caches and wait
        // for each other. Our cost beyond that is the cost of a cluster.
        const [costs, theirs] = await compareCosts([ours, reference], seconds)
        if (!costs || !theirs) throw new Error('Nothing was measured')
        bareCosts.one.push(...theirs.one)
        bareCosts.three.push(...theirs.three)
        const bareRatios = ratios(theirs)
        figures.push({
          name: `${work.name}: CPU of three processes against one, beyond that of bare node:http`,
          value: percentMore(
            median(ratios(costs).map((ratio, window) => ratio / (bareRatios[window] ?? Number.NaN))),
          ),
          unit: '% more',
          atMost: 15,
          note: noteOf(costs),
        })
      }
      const sending = works.find(({ name }) => name === 'POST /messages')
      if (!sending) throw new Error('Nothing is sent')
      const { rates, ratio } = await compareRates(sending, [one, three], seconds)
      figures.push({
        name: 'POST /messages of one organization: what three processes take against one',
        value: ratio,
        unit: 'times',
        atLeast: 1.5,
        note: `${rates.map((each) => Math.round(median(each)).toLocaleString('en')).join('/s, ')}/s`,
      })
      figures.push({
        name: 'Bare node:http, three processes against one',
        value: percentMore(median(ratios(bareCosts))),
        unit: '% more',
        note: noteOf(bareCosts),
      })
      return figures
    } finally {
      for (const server of [...running, ...references]) await server.stop()
      for (const database of databases) await database.drop()
    }
  },
}
