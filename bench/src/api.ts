import { type ApiLoad, apiLoads } from './api-loads.ts'
import { durableInserts } from './durable-inserts.ts'
import type { Figure, Measurement, Options } from './figure.ts'
import { type Load, type Measured, measure, summary } from './load.ts'
import { type Pollers, startPollers } from './pollers.ts'
import { startReference } from './reference-server.ts'
import { seed, type Seeded } from './seed.ts'
import { type Running, startServer } from './server.ts'

const windows = 3
/** Milliseconds after which an idle server has given back what a burst took. */
const rest = 300_000

/** A server under measurement, with its data. */
export interface Contestant {
  readonly server: Running
  readonly organization: Seeded
}

/** Starts the server of a checkout and fills its organization through the API. */
export async function startContestant({ size }: Options, root?: string): Promise<Contestant> {
  const server = await startServer({
    ...(root === undefined ? {} : { root }),
    environment: { TAGMA_SITE_PORT: '0' },
  })
  return { server, organization: await seed(server, size) }
}

/** The measurements of one endpoint: of each contestant, and of bare `node:http` with the same bytes. */
export interface ApiResult {
  readonly load: ApiLoad
  readonly contestants: readonly Measured[]
  readonly bare: Measured
}

/** Puts each load on each server and on the reference, in turn, window after window. */
export async function measureApi(contestants: readonly Contestant[], seconds: number): Promise<ApiResult[]> {
  const reference = await startReference()
  try {
    const prepared = []
    for (const load of apiLoads) {
      const plans = []
      for (const { server, organization } of contestants) plans.push(await load.load(server, organization))
      const [first] = plans
      if (!first) throw new Error('Nothing is there to be measured')
      const bytes = await bytesOf(first)
      const { vary: _vary, ...asked } = first
      const bare = { ...asked, url: `${reference.url}/${bytes}`, seconds }
      prepared.push({ load, plans, bare, ours: plans.map((): Measured[] => []), theirs: [] as Measured[] })
    }
    // The first window does not count: Node compiles the code that is called often.
    for (let window = 0; window <= windows; window++) {
      for (const { load, plans, bare, ours, theirs } of prepared) {
        for (const [index, { server, organization }] of contestants.entries()) {
          const plan = plans[index]
          if (!plan) continue
          const pollers = load.isPolled
            ? await startPollers(server, organization.sent.subscribers)
            : undefined
          const measured = await measure({ ...plan, seconds }, server.cpuSeconds)
          if (window > 0) ours[index]?.push(measured)
          if (pollers) await gotAll(pollers, measured.requests * organization.sent.subscribers.length)
        }
        const measured = await measure(bare, reference.cpuSeconds)
        if (window > 0) theirs.push(measured)
      }
    }
    return prepared.map(({ load, ours, theirs }) => ({
      load,
      contestants: ours.map(summary),
      bare: summary(theirs),
    }))
  } finally {
    await reference.stop()
  }
}

/** Waits until the pollers have every message. This time is part of the measurement. Fails if a message never comes. */
async function gotAll(pollers: Pollers, expected: number): Promise<void> {
  for (let tries = 0; pollers.received() < expected; tries++) {
    if (tries > 200) throw new Error(`Of ${expected} new messages, pollers got ${pollers.received()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await pollers.stop()
}

async function bytesOf({ url, method, authorization, body, vary }: Omit<Load, 'seconds'>): Promise<number> {
  const response = await fetch(new URL(vary?.().path ?? url, url), {
    method: method ?? 'GET',
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  if (!response.ok) throw new Error(`${url} was refused: ${await response.text()}`)
  return (await response.arrayBuffer()).byteLength
}

/** Measures the endpoints that cause most of a server's work, beside bare `node:http` with the same bytes. */
export const api: Measurement = {
  name: 'api',
  title: 'Endpoints under load',
  async run(options) {
    const contestant = await startContestant(options)
    const { server } = contestant
    let results: ApiResult[]
    let memory: number
    let later: number
    try {
      results = await measureApi([contestant], options.seconds)
      memory = server.memory()
      await new Promise((resolve) => setTimeout(resolve, rest))
      later = server.memory()
    } finally {
      await server.stop()
    }
    const inserts = durableInserts(options.seconds)
    return [
      ...results.flatMap(figuresOf),
      {
        name: 'Raw durable inserts, one commit each, for comparison',
        value: inserts,
        unit: '/s',
      },
      { name: 'Memory (PSS) after these loads', value: memory, unit: 'MiB' },
      { name: 'Memory (PSS) five minutes later', value: later, unit: 'MiB', atMost: 160 },
    ]
  },
}

function figuresOf({ load, contestants, bare }: ApiResult): Figure[] {
  const [own] = contestants
  if (!own) return []
  const { name, leastShare, leastPerSecond } = load
  const share = (bare.cpuMicroseconds / own.cpuMicroseconds) * 100
  return [
    {
      name,
      value: own.perSecond,
      unit: '/s',
      ...(leastPerSecond === undefined ? {} : { atLeast: leastPerSecond }),
      load: { ...own, bare },
      note: `p50 ${own.p50} ms, p99 ${own.p99} ms, ${own.cpuMicroseconds.toFixed(1)} µs of CPU`,
    },
    ...(leastShare === undefined
      ? []
      : [
          {
            name: `${name}, share of bare node:http by CPU`,
            value: share,
            unit: '%',
            atLeast: leastShare,
            note: `bare: ${Math.round(bare.perSecond).toLocaleString('en')}/s, ${bare.cpuMicroseconds.toFixed(1)} µs of CPU`,
          },
        ]),
  ]
}
