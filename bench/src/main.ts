// npm run bench [-- <measurement> …] [--write] [--seconds <n>] [--users <n>] [--channels <n>] [--subscribers <n>]
//               [--messages <n>] [--million <n>] [--minutes <n>] [--all] [--scaling]
//               [--compare <commit>]
//
// Measures on this machine and prints each figure beside its goal. Without names, it runs all measurements that take a
// few minutes at most, and writes the results and the page of the documentation. With names, it writes them only with
// --write. `messages` and `coming-and-going` (--million), `load` (--minutes) and those with PostgreSQL (need
// TEST_DATABASE_URL, `cluster` TEST_NATS_URL too) run only if they are named, or with --all. --scaling is short for all
// that the page about growing shows, but the million messages and the load that lasts. --compare measures the endpoints
// of this checkout and of another commit, in turn.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { agents } from './agents.ts'
import { api } from './api.ts'
import { bareCost } from './bare-cost.ts'
import { buildSite } from './build-site.ts'
import { channels } from './channels.ts'
import { cluster } from './cluster.ts'
import { comingAndGoing } from './coming-and-going.ts'
import { compare } from './compare.ts'
import { distance } from './distance.ts'
import { events } from './events.ts'
import { fanOut } from './fan-out.ts'
import { type Measurement, type Options, printFigure } from './figure.ts'
import { foundation } from './foundation.ts'
import { load, loadOnPostgres } from './lasting-load.ts'
import { messages, messagesOnPostgres } from './measure-messages.ts'
import { nearPostgres } from './near-postgres.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { register } from './register.ts'
import { writePages, writeResult } from './results.ts'
import { returning } from './returning.ts'
import { signIn } from './sign-in.ts'
import { site } from './site.ts'
import { streams } from './streams.ts'
import { subscribers } from './subscribers.ts'
import { sync } from './sync.ts'
import { web } from './web.ts'
import { webhooks } from './webhooks.ts'

const measurements: readonly Measurement[] = [
  foundation,
  api,
  agents,
  events,
  fanOut,
  streams,
  subscribers,
  register,
  people,
  notifications,
  webhooks,
  channels,
  returning,
  sync,
  signIn,
  site,
  web,
  messages,
  messagesOnPostgres,
  comingAndGoing,
  load,
  loadOnPostgres,
  nearPostgres,
  cluster,
  distance,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    users: { type: 'string', default: '200' },
    channels: { type: 'string', default: '20' },
    subscribers: { type: 'string', default: '100' },
    messages: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '10' },
    million: { type: 'string', default: '1000000' },
    compare: { type: 'string' },
    all: { type: 'boolean', default: false },
    scaling: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

function complain(message: string): never {
  console.error(message)
  process.exit(1)
}

function numberOf(
  name: 'seconds' | 'users' | 'channels' | 'subscribers' | 'messages' | 'minutes' | 'million',
  least: number,
) {
  const value = Number(values[name])
  if (!Number.isInteger(value) || value < least)
    complain(`--${name} has to be a whole number, ${least} or more.`)
  return value
}

const options: Options = {
  seconds: numberOf('seconds', 1),
  size: {
    users: numberOf('users', 3),
    channels: numberOf('channels', 2),
    subscribers: numberOf('subscribers', 1),
    messages: numberOf('messages', 100),
  },
  minutes: numberOf('minutes', 1),
  messages: numberOf('million', 20_000),
}
/** Measurements with PostgreSQL, and their counterparts on the embedded database. */
const scaling = ['api', 'events', 'fan-out', 'register', 'site', 'near-postgres', 'distance', 'cluster']
const named = values.scaling ? [...scaling, ...positionals] : positionals
const unknown = named.filter((name) => !measurements.some((one) => one.name === name))
if (unknown.length > 0) {
  const names = measurements.map(({ name }) => name).join(', ')
  complain(`There is no measurement called ${unknown.join(' or ')}. Choose from: ${names}`)
}

await buildSite(join(import.meta.dirname, '../..'))
if (values.compare === undefined) {
  const chosen =
    named.length === 0
      ? measurements.filter(({ isLong }) => values.all || !isLong)
      : measurements.filter(({ name }) => named.includes(name))
  const writes = values.write || values.scaling || positionals.length === 0
  for (const { name, title, run } of chosen) {
    console.log(`\n${title}`)
    try {
      const before = writes ? await bareCost() : 0
      const figures = await run(options)
      for (const figure of figures) console.log(`  ${printFigure(figure)}`)
      // One by one, so that a failing measurement costs only itself.
      if (writes) writeResult({ name, title, figures }, options, { before, after: await bareCost() })
    } catch (error) {
      console.error(`  ${name} could not be measured:`, error)
      process.exitCode = 1
    }
  }
  if (writes) writePages()
  if (writes)
    console.log(
      '\nWritten: bench/results/latest.json, and the pages performance.md and scaling.md of apps/site/content/tag',
    )
} else {
  await compare(values.compare, options)
}
