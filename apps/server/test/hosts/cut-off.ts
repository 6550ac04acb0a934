import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { acknowledged, compare, goOn, makePair, type Pair, storedMessages } from '../crash/compare.ts'
import { Route } from '../crash/route.ts'
import { moment } from '../crash/writer.ts'
import { type Caller, ownerSettings, signInOwner, succeed } from '../http-caller.ts'
import { type Installation, installation } from '../server-process.ts'
import { delayedLine } from './delayed-line.ts'
import { startNats, startPostgres } from './host-services.ts'
import { crossing, type Host, makeHosts } from './hosts.ts'

export interface CutOff {
  /** Seconds for which a host is cut off. */
  readonly seconds: number
  /** Milliseconds that each direction takes between a process and PostgreSQL or NATS. */
  readonly delay: number
  readonly say: (line: string) => void
}

const clientCount = 6
/** Milliseconds until a client takes a server that does not answer for gone. */
const patience = 5000
/** Milliseconds in which the others have to write again: PostgreSQL takes the lane from the lost process after four seconds. */
const recovery = 30_000

interface Client {
  readonly pair: Pair
  readonly writing: Route
  readonly reading: Route
}

/**
 * Runs three processes, PostgreSQL and NATS on a host each, while clients write and read. Cuts one process's host off
 * for a time, then that of NATS. Throws an error that says what was lost, doubled or out of order, or stood still.
 */
export async function cutOff({ seconds, delay, say }: CutOff): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-hosts-'))
  const nodes: (Installation & { readonly host: Host })[] = []
  try {
    const [first, second, third, database, bus] = makeHosts(['one', 'two', 'three', 'postgres', 'nats'])
    if (!first || !second || !third || !database || !bus) throw new Error('Hosts are missing')
    const urls = await startServices(database, bus, { folder, delay })
    say(`A question to the database takes ${(await roundTrip(urls.database)).toFixed(1)} ms there and back.`)
    for (const host of [first, second, third]) nodes.push(await nodeOn(host, urls))
    await Promise.all(nodes.map((node) => node.start()))
    const maker = nodes.find(({ output }) => output().includes(`username=${ownerSettings.TAGMA_OWNER_EMAIL}`))
    const owner = await signInOwner(maker?.url ?? '')
    const story = new Story(nodes, await makeClients(nodes, owner), owner)
    await story.begin()
    say(await story.cutProcess(second, seconds))
    say(await story.cutBus(bus))
    say(await story.end())
  } finally {
    for (const node of nodes) await node.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Urls {
  readonly database: string
  readonly nats: string
}

async function startServices(
  database: Host,
  bus: Host,
  { folder, delay }: { readonly folder: string; readonly delay: number },
): Promise<Urls> {
  const lineTo = (host: Host, port: number) => delayedLine(crossing, { host: host.address, port }, delay)
  const [toDatabase, toBus] = [
    await lineTo(database, await startPostgres(database, folder)),
    await lineTo(bus, await startNats(bus)),
  ]
  return {
    database: `postgres://tagma@${crossing}:${toDatabase}/postgres`,
    nats: `nats://${crossing}:${toBus}`,
  }
}

async function nodeOn(host: Host, { database, nats }: Urls): Promise<Installation & { host: Host }> {
  const node = await installation(
    {
      ...ownerSettings,
      DATABASE_URL: database,
      NATS_URL: nats,
      TAGMA_HOST: host.address,
      TAGMA_PORT: '9991',
      TAGMA_PUBLIC_URL: 'http://chat.example.com',
      TAGMA_LOG: 'info',
    },
    host.under,
  )
  return { ...node, url: `http://${host.address}:9991`, host }
}

/** Measures a question to the database, in milliseconds: the median of many. */
async function roundTrip(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const times: number[] = []
  for (let count = 0; count < 51; count++) {
    const began = performance.now()
    await client.query('select 1')
    times.push(performance.now() - began)
  }
  await client.end()
  return times.toSorted((a, b) => a - b)[25] ?? 0
}

/** Everybody writes to one process and reads from another. */
async function makeClients(nodes: readonly Installation[], owner: Caller): Promise<Client[]> {
  const clients: Client[] = []
  for (let index = 0; index < clientCount; index++) {
    const [writing, reading] = [new Route(nodes, index), new Route(nodes, index + 1)]
    const ways = { writing: writing.address, reading: reading.address, patience }
    clients.push({ pair: await makePair(owner, `writer${index}`, ways), writing, reading })
  }
  return clients
}

class Story {
  readonly #nodes: readonly (Installation & { readonly host: Host })[]
  readonly #clients: readonly Client[]
  readonly #owner: Caller
  readonly #ending = new AbortController()
  #isFollowing = true
  #working: Promise<unknown> = Promise.resolve()
  #earlier = 0

  constructor(
    nodes: readonly (Installation & { readonly host: Host })[],
    clients: readonly Client[],
    owner: Caller,
  ) {
    this.#nodes = nodes
    this.#clients = clients
    this.#owner = owner
  }

  get #pairs(): Pair[] {
    return this.#clients.map(({ pair }) => pair)
  }

  async begin(): Promise<void> {
    const [first] = this.#nodes
    this.#earlier = (await storedMessages(first?.url ?? '', this.#owner, 0)).at(-1)?.id ?? 0
    this.#working = Promise.all(
      this.#clients.flatMap(({ pair, writing, reading }) => [
        writing.persist(
          () => this.#ending.signal.aborted,
          () => pair.writer.write(this.#ending.signal),
        ),
        reading.persist(
          () => !this.#isFollowing,
          () => pair.follower.follow(() => !this.#isFollowing),
        ),
      ]),
    )
    this.#working.catch(() => {})
    await this.#progress(20)
  }

  /** Waits until everybody has read so many more messages; returns the milliseconds that it took. */
  async #progress(count: number): Promise<number> {
    const least = () => Math.min(...this.#pairs.map(({ follower }) => follower.received.length))
    const wanted = least() + count
    const began = performance.now()
    while (least() < wanted) {
      await Promise.race([moment(), this.#working])
      if (performance.now() - began > recovery)
        throw new Error(`In ${recovery / 1000} s, somebody did not get ${count} messages`)
    }
    return performance.now() - began
  }

  /** Cuts a process's host off. Its clients go to another one, and return when it is back. */
  async cutProcess(host: Host, seconds: number): Promise<string> {
    const node = this.#nodes.find((each) => each.host === host)
    if (!node) throw new Error(`There is no process on ${host.name}`)
    const before = acknowledged(this.#pairs).length
    const ends = performance.now() + seconds * 1000
    host.cut()
    const standstill = await this.#progress(clientCount)
    while (performance.now() < ends) {
      await this.#progress(clientCount)
      await sleep(Math.min(1000, Math.max(0, ends - performance.now())))
    }
    const meanwhile = acknowledged(this.#pairs).length - before
    host.mend()
    const back = performance.now()
    await until(() => succeed(node.url, this.#owner, 'GET', '/users/me'))
    const answered = performance.now() - back
    await until(() =>
      succeed(node.url, this.#owner, 'PATCH', '/settings', { full_name: `Ada ${Math.round(back)}` }),
    )
    const wrote = performance.now() - back
    await this.#progress(20)
    return `One of three processes was cut off for ${seconds} s. All clients went on after ${seconds1(standstill)} s, and ${meanwhile} messages were sent meanwhile. Back again, it answered after ${seconds1(answered)} s and wrote after ${seconds1(wrote)} s.`
  }

  /** Cuts the host of NATS off: the log still brings all events. */
  async cutBus(host: Host): Promise<string> {
    host.cut()
    const took = await this.#progress(20 * clientCount)
    host.mend()
    await this.#progress(20)
    return `NATS was cut off. All clients had ${20 * clientCount} messages in ${seconds1(took)} s meanwhile.`
  }

  /** Ends the writing, lets everybody read to the end, and compares. */
  async end(): Promise<string> {
    const [first] = this.#nodes
    this.#ending.abort()
    this.#isFollowing = false
    await succeed(first?.url ?? '', this.#owner, 'PATCH', '/settings', { full_name: 'Ada at the end' })
    await this.#working
    await goOn(this.#pairs)
    // Each process tells the same.
    for (const { url } of this.#nodes)
      compare(await storedMessages(url, this.#owner, this.#earlier), this.#pairs)
    return `${acknowledged(this.#pairs).length} messages: none lost, doubled or out of order.`
  }
}

const seconds1 = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** Repeats a call that fails while its server is away. */
async function until(work: () => Promise<unknown>): Promise<void> {
  const ends = performance.now() + recovery
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (performance.now() > ends) throw error
      await moment()
    }
  }
}
