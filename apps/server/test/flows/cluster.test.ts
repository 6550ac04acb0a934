import { describe, expect, test } from 'vitest'
import { cluster } from '#test/cluster.ts'
import { type Answer, type Caller, call, makeUser, succeed } from '#test/http-caller.ts'
import type { Installation } from '#test/server-process.ts'

const natsUrl = process.env.TEST_NATS_URL

/** A queue that its client may read at any process. */
class Queue {
  readonly events: Answer[] = []
  readonly #caller: Caller
  readonly #id: string
  #last: number

  constructor(caller: Caller, registered: Answer) {
    this.#caller = caller
    this.#id = String(registered.queue_id)
    this.#last = Number(registered.last_event_id)
  }

  get contents(): string[] {
    return this.events.flatMap(({ message }) => (message ? [(message as { content: string }).content] : []))
  }

  /** Polls at a process until enough has come. */
  async readAt({ url }: Installation, isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const { events } = await succeed(url, this.#caller, 'GET', '/events', {
        queue_id: this.#id,
        last_event_id: this.#last,
      })
      for (const event of events as (Answer & { id: number })[]) {
        if (event.id <= this.#last) throw new Error(`Event ${event.id} came after event ${this.#last}`)
        this.#last = event.id
        this.events.push(event)
      }
    }
  }
}

const register = async ({ url }: Installation, caller: Caller, types: readonly string[]) =>
  new Queue(
    caller,
    await succeed(url, caller, 'POST', '/register', {
      event_types: JSON.stringify(types),
      apply_markdown: 'false',
    }),
  )

const send = ({ url }: Installation, caller: Caller, content: string) =>
  succeed(url, caller, 'POST', '/messages', { type: 'channel', to: 'general', topic: 'cluster', content })

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `m${from + index}`)

const ways: { way: string; settings: Readonly<Record<string, string>> | undefined }[] = [
  { way: 'woken by NATS', settings: natsUrl === undefined ? undefined : { NATS_URL: natsUrl } },
  { way: 'without NATS', settings: {} },
]

describe.runIf(process.env.TEST_ENGINE === 'postgres').each(ways)('three processes, $way', ({ settings }) => {
  test.skipIf(settings === undefined)('any process serves any queue, even after one is killed', async () => {
    const { nodes, owner } = await cluster(settings ?? {})
    const [first, second, third] = nodes
    const iris = await makeUser(first.url, owner, 'iris')
    const queue = await register(first, iris, ['message'])

    // The next process acts on fresh changes of another one: the new user, and their message.
    await send(third, iris, 'm0')
    const sending = (async () => {
      for (const content of numbered(30, 1)) await send(third, owner, content)
    })()
    await queue.readAt(second, () => queue.contents.length >= 10)
    // Back and forth.
    await queue.readAt(first, () => queue.contents.length >= 20)
    await queue.readAt(second, () => queue.contents.length >= 31)
    await sending
    expect(queue.contents).toEqual(numbered(31))

    const parked = queue.readAt(second, () => queue.contents.length >= 32)
    const broken = parked.catch((error: unknown) => error)
    await call(second.url, iris, 'GET', '/users/me')
    await second.stop('SIGKILL')
    expect(await broken).toBeInstanceOf(TypeError)
    await Promise.all(numbered(20, 31).map((content) => send(first, owner, content)))
    await queue.readAt(third, () => queue.contents.length >= 51)
    expect(queue.contents.toSorted(byNumber)).toEqual(numbered(51))

    await second.start()
    await send(third, iris, 'm51')
    await queue.readAt(second, () => queue.contents.length >= 52)
    expect(queue.contents.at(-1)).toBe('m51')
    expect(new Set(queue.contents).size).toBe(52)
  })

  test.skipIf(settings === undefined)(
    'processes that write at the same time lose and repeat nothing',
    async () => {
      const { nodes, owner } = await cluster(settings ?? {})
      const queues = await Promise.all(nodes.map((node) => register(node, owner, ['message'])))
      const contents = numbered(150)
      const reading = queues.map((queue, index) =>
        queue.readAt(nodes[index] ?? nodes[0], () => queue.contents.length >= contents.length),
      )
      await Promise.all(
        contents.map((content, index) => send(nodes[index % nodes.length] ?? nodes[0], owner, content)),
      )
      await Promise.all(reading)
      for (const queue of queues) expect(queue.contents.toSorted(byNumber)).toEqual(numbered(150))
      expect(queues[1]?.contents).toEqual(queues[0]?.contents)
      expect(queues[2]?.contents).toEqual(queues[0]?.contents)
    },
  )
})

test.runIf(process.env.TEST_ENGINE === 'postgres' && natsUrl !== undefined)(
  'typing and presence reach people who poll at another process',
  async () => {
    const { nodes, owner } = await cluster({ NATS_URL: natsUrl ?? '' })
    const [first, second, third] = nodes
    const iris = await makeUser(first.url, owner, 'iris')
    const { user_id: ownId } = await succeed(third.url, owner, 'GET', '/users/me')
    const { user_id } = await succeed(second.url, iris, 'GET', '/users/me')
    const queue = await register(first, owner, ['typing', 'presence'])
    const typed = queue.readAt(second, () => queue.events.length >= 1)
    await untilParked(second, owner)
    await succeed(third.url, iris, 'POST', '/typing', {
      type: 'direct',
      op: 'start',
      to: `[${String(ownId)}]`,
    })
    await typed
    expect(queue.events).toMatchObject([{ type: 'typing', op: 'start', sender: { user_id } }])

    const seen = queue.readAt(second, () => queue.events.length >= 2)
    await untilParked(second, owner)
    await succeed(third.url, iris, 'POST', '/users/me/presence', { status: 'active' })
    await seen
    expect(queue.events[1]).toMatchObject({ type: 'presence', user_id })
    expect(await succeed(first.url, owner, 'GET', `/users/${String(user_id)}/presence`)).toMatchObject({
      presence: { aggregated: { status: 'active' } },
    })
  },
)

/** Waits until a poll that was sent earlier is parked, or is answered from newer events: makes a request after it. */
async function untilParked({ url }: Installation, caller: Caller): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await call(url, caller, 'GET', '/users/me')
}

const byNumber = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1))
