import { applyEvent } from '@tagma/sync/apply-event.ts'
import type { State } from '@tagma/sync/state.ts'
import { expect, test, vi } from 'vitest'
import { canStartNats, cluster, natsServer } from '#test/cluster.ts'
import { comparable, everyCapability } from '#test/converge.ts'
import { acknowledged, compare, goOn, makePair, type Pair, storedMessages } from '#test/crash/compare.ts'
import { Route } from '#test/crash/route.ts'
import { succeed } from '#test/http-caller.ts'

const writers = 6

/** Registration of clients that show everything. */
const everything = {
  apply_markdown: 'false',
  client_gravatar: 'false',
  include_subscribers: 'true',
  slim_presence: 'true',
  client_capabilities: JSON.stringify(everyCapability),
}

/** State from a registration, without the start of its process. */
function stateOf(registered: Readonly<Record<string, unknown>>): State {
  const { server_generation: _started, ...state } = registered
  return state as unknown as State
}

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'clients of three processes lose and repeat nothing while NATS restarts and a process is killed',
  { timeout: 240_000 },
  async ({ skip }) => {
    if (!canStartNats()) skip('nats-server is not installed')
    const nats = await natsServer()
    const { nodes, owner } = await cluster({ NATS_URL: nats.url })
    const [first, second] = nodes
    const earlier = (await storedMessages(first.url, owner, 0)).at(-1)?.id ?? 0
    const clients: { pair: Pair; writing: Route; reading: Route }[] = []
    for (let index = 0; index < writers; index++) {
      // Everybody writes to one process and reads from another.
      const writing = new Route(nodes, index)
      const reading = new Route(nodes, index + 1)
      const addresses = { writing: writing.address, reading: reading.address }
      clients.push({
        pair: await makePair(owner, `writer${index}`, addresses, everything),
        writing,
        reading,
      })
    }
    const pairs = clients.map(({ pair }) => pair)

    const ending = new AbortController()
    let isFollowing = true
    const working = Promise.all(
      clients.flatMap(({ pair, writing, reading }) => [
        writing.persist(
          () => ending.signal.aborted,
          () => pair.writer.write(ending.signal),
        ),
        reading.persist(
          () => !isFollowing,
          () => pair.follower.follow(() => !isFollowing),
        ),
      ]),
    )
    /** Waits until everybody has read so many more messages. */
    const progress = async (count: number) => {
      const wanted = Math.min(...pairs.map(({ follower }) => follower.received.length)) + count
      await vi.waitFor(
        () => {
          for (const { follower } of pairs) expect(follower.received.length).toBeGreaterThanOrEqual(wanted)
        },
        { timeout: 60_000, interval: 100 },
      )
    }

    await progress(50)
    await nats.stop()
    for (const node of nodes)
      await vi.waitFor(() => expect(node.output()).toContain('NATS is away'), { timeout: 20_000 })
    // Without NATS nobody is woken: the log brings the events.
    await progress(50)
    await nats.start()
    for (const node of nodes)
      await vi.waitFor(() => expect(node.output()).toContain('NATS is back'), { timeout: 20_000 })
    await progress(50)
    await second.stop('SIGKILL')
    await progress(50)

    ending.abort()
    isFollowing = false
    // Ends the waiting polls.
    await succeed(first.url, owner, 'PATCH', '/settings', { full_name: 'Ada L.' })
    await working
    await goOn(pairs)
    compare(await storedMessages(first.url, owner, earlier), pairs)
    expect(acknowledged(pairs).length).toBeGreaterThanOrEqual(200)

    for (const { pair } of clients) {
      const { caller } = pair.writer
      const replayed = pair.follower.events.reduce(applyEvent, stateOf(pair.registered))
      const fresh = stateOf(await succeed(first.url, caller, 'POST', '/register', everything))
      expect(comparable(replayed), `what ${caller.email} knows`).toEqual(comparable(fresh))
    }
  },
)
