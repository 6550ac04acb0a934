import { setImmediate as turn } from 'node:timers/promises'
import { featureLevel } from '@tagma/contract/feature-level.ts'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { newestLogId } from '#store/log/event-log.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { HeldTurns } from '#test/held-turns.ts'
import { asList, EventQueue, idsPerPosition } from './event-queue.ts'
import { EventWriter } from './event-writer.ts'
import { LiveOrganization, queuesPerTurn } from './live-organization.ts'
import { WakeInTurns, wakesPerTurn } from './wake-in-turns.ts'

const queueOf = (t: TestApp, user: Account, id: string, position: number, type = 'message') =>
  new EventQueue({
    id,
    organizationId: t.organizationId,
    userId: user.id,
    parameters: {
      applyMarkdown: false,
      clientGravatar: false,
      allPublicChannels: false,
      eventTypes: [type],
      capabilities: {},
      narrow: [],
      wantsLegacyEmojiType: false,
      featureLevel,
    },
    idleSeconds: 600,
    position,
    seenAt: 0,
    isPolled: true,
    heard: 0,
  })

/** A client without a socket, which polls again as soon as it is answered. */
class Client {
  readonly got: string[] = []
  /** Number of answers with a heartbeat or nothing. */
  empty = 0
  isGone = false
  readonly queue: EventQueue
  readonly #t: TestApp
  readonly #user: Account
  #last: number

  constructor(t: TestApp, user: Account, id: string, position: number) {
    this.#t = t
    this.#user = user
    this.#last = position * idsPerPosition
    this.queue = queueOf(t, user, id, position)
    t.app.services.live.events.adopt(this.queue)
  }

  /** Polls once and acknowledges the events with the next poll; returns false when the queue has ended. */
  async poll(): Promise<boolean> {
    const user = this.#t.directory.users.get(this.#user.id)
    if (!user) throw new Error('There is no such user')
    try {
      const text = await this.#t.app.services.live.events.poll({
        queueId: this.queue.id,
        user,
        lastEventId: this.#last,
        dontBlock: false,
        caller: { hasGone: false, whenGone: () => {} },
        write: asList,
      })
      const events = JSON.parse(text) as { id: number; type: string; message?: { content: string } }[]
      for (const { id, message } of events) {
        if (id <= this.#last) throw new Error('An event came twice, or in the wrong order')
        this.#last = id
        if (message) this.got.push(message.content)
      }
      if (!events.some(({ type }) => type === 'message')) this.empty++
    } catch (error) {
      if (!this.isGone) throw error
    }
    return !this.isGone
  }

  async pollOn(): Promise<void> {
    while (await this.poll()) await turn()
  }

  end(): void {
    this.isGone = true
    this.#t.app.services.live.events.forget([this.queue])
  }
}

async function crowd(turns: HeldTurns, count: number) {
  const t = await testApp({}, turns)
  const { iris, ...others } = await t.given.members('iris', 'otto', 'mia', 'noor', 'juan', 'lea')
  const channel = await t.given.channel([iris, ...Object.values(others)])
  let made = 0
  const join = async (user: Account) =>
    new Client(t, user, `queue ${made++}`, await newestLogId(t.app.services.data.db, t.organizationId))
  const clients: Client[] = []
  for (let index = 0; index < count; index++) clients.push(await join(iris))
  const polls = clients.map((client) => client.pollOn())
  onTestFinished(async () => {
    turns.release()
    for (const client of clients) client.end()
    await Promise.all(polls)
  })
  while (t.app.services.live.events.load.parked < count) await turn()
  return {
    t,
    clients,
    polls,
    /** Registers a queue; most of the users have none yet. */
    join: (pick: number) => join(Object.values(others)[pick % 5] ?? iris),
    send: (content: string) => t.given.message(iris, channel, { content }),
  }
}

const answered = (clients: readonly Client[]) => clients.filter(({ got }) => got.length > 0).length

/** Runs all work that needs no turn of its own. */
const rest = async () => {
  for (let index = 0; index < 5; index++) await turn()
}

test('few who poll get a message at once, in one turn', async () => {
  const turns = new HeldTurns()
  const { clients, send } = await crowd(turns, wakesPerTurn)
  turns.hold()
  await send('to few')
  await rest()
  expect(answered(clients)).toBe(wakesPerTurn)
  expect(turns.isAwaited).toBe(false)
})

test('many who poll get a message in slices, and others have their turn in between', async () => {
  const turns = new HeldTurns()
  const count = queuesPerTurn + 1
  const { t, clients, send } = await crowd(turns, count)
  await send('the first of its topic')
  while (answered(clients) < count || t.app.services.live.events.load.parked < count) await turn()
  for (const client of clients) client.got.length = 0
  turns.hold()
  await send('to many')
  await rest()
  // Some queues hold the event by now; nobody is answered before all hold it.
  expect(answered(clients)).toBe(0)
  expect(clients.filter(({ queue }) => queue.events.length > 0).length).toBe(queuesPerTurn)
  const seen: number[] = []
  while (turns.isAwaited) {
    await turns.pass()
    await rest()
    seen.push(answered(clients))
  }
  expect(seen).toEqual(
    Array.from({ length: Math.ceil(count / wakesPerTurn) }, (_, slice) =>
      Math.min(count, (slice + 1) * wakesPerTurn),
    ),
  )
  expect(t.app.services.live.events.load.parked).toBe(count)
  expect(clients.every(({ got }) => got.join() === 'to many')).toBe(true)
})

test('heartbeats to many go out in slices too, one for each poll', async () => {
  const turns = new HeldTurns()
  const { t, clients } = await crowd(turns, wakesPerTurn + 1)
  turns.hold()
  t.clock.advance({ seconds: 60 })
  t.app.services.live.events.tick()
  await rest()
  expect(clients.filter(({ empty }) => empty === 1).length).toBe(wakesPerTurn)
  // A client that still waits for its events gets no heartbeat.
  t.app.services.live.events.tick()
  await turns.pass()
  await rest()
  expect(clients.map(({ empty }) => empty)).toEqual(clients.map(() => 1))
})

test('whatever happens between two slices, each queue gets each message once and in order', async () => {
  const turns = new HeldTurns()
  const { t, clients, polls, join, send } = await crowd(turns, queuesPerTurn + 30)
  const expected = new Map<Client, string[]>(clients.map((client) => [client, []]))
  let sent = 0
  const act = {
    async send() {
      const content = `message ${sent++}`
      await send(content)
      for (const [client, messages] of expected) if (!client.isGone) messages.push(content)
    },
    async pass() {
      await turns.pass()
    },
    async join(pick: number) {
      const client = await join(pick)
      clients.push(client)
      expected.set(client, [])
      polls.push(client.pollOn())
    },
    async end(pick: number) {
      clients[pick % clients.length]?.end()
    },
  }
  const step = fc.tuple(fc.constantFrom('send', 'pass', 'pass', 'pass', 'join', 'end'), fc.nat())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      turns.hold()
      for (const [what, pick] of steps) {
        await act[what](pick)
        await turn()
      }
      turns.release()
      const alive = [...expected].filter(([client]) => !client.isGone)
      // Turns pass within microseconds, and an answer of PostgreSQL takes thousands of them on a busy machine.
      for (let tries = 0; tries < 1_000_000; tries++) {
        if (alive.every(([client, messages]) => client.got.length >= messages.length)) break
        await turn()
      }
      for (const [client, messages] of alive) expect(client.got).toEqual(messages)
      expect(t.app.services.live.events.load.queues).toBe(alive.length)
    }),
    { numRuns: 25 },
  )
})

test('a queue becomes live after a row that is being given out, so that it misses nothing', async () => {
  const turns = new HeldTurns()
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const woken = new Set<EventQueue>()
  const organization = new LiveOrganization(7, {
    writer: new EventWriter(t.app.services.data.db, []),
    directory: () => t.directory,
    clock: t.clock,
    turns,
    wake: (queues) => [...queues].forEach((queue) => woken.add(queue)),
    wakeNow: () => {},
    onFault: (error) => t.faults.push(error),
  })
  const live = Array.from({ length: queuesPerTurn + 1 }, (_, index) => queueOf(t, iris, `queue ${index}`, 7))
  for (const queue of live) expect(organization.enroll(queue, new Set(), t.directory)).toBe(true)
  turns.hold()
  organization.dispatch([
    {
      id: 8,
      organizationId: t.organizationId,
      type: 'message',
      body: { type: 'message', message_id: 1, flags: {} },
      audience: { everyone: true },
      touches: null,
    },
  ])
  await rest()
  expect(turns.isAwaited).toBe(true)
  const late = queueOf(t, otto, 'late', 7)
  expect(organization.enroll(late, new Set(), t.directory)).toBe(false)
  turns.release()
  await organization.settled()
  expect(woken).toEqual(new Set(live))
  late.readPosition = 8
  expect(organization.enroll(late, new Set(), t.directory)).toBe(true)
  expect(late.live).toBe(true)
})

test('a queue that becomes live while an announcement is being given out gets it once', async () => {
  const turns = new HeldTurns()
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const organization = new LiveOrganization(7, {
    writer: new EventWriter(t.app.services.data.db, []),
    directory: () => t.directory,
    clock: t.clock,
    turns,
    wake: () => {},
    wakeNow: () => {},
    onFault: (error) => t.faults.push(error),
  })
  const listener = (user: Account, id: string) => queueOf(t, user, id, 7, 'presence')
  const live = Array.from({ length: queuesPerTurn + 1 }, (_, index) => listener(iris, `queue ${index}`))
  const late = [listener(iris, 'of the same user'), listener(otto, 'of another')]
  const newcomer = listener(otto, 'registered meanwhile')
  for (const queue of live) expect(organization.enroll(queue, new Set(), t.directory)).toBe(true)
  turns.hold()
  const presence = { userId: iris.id, status: 'active', activeAt: 1, seenAt: 1, updateId: 1 } as const
  organization.announce({ type: 'presence', entry: presence, at: 1, unseenBy: [] }, { everyone: true })
  await rest()
  expect(turns.isAwaited).toBe(true)
  newcomer.heard = organization.announced
  for (const queue of [...late, newcomer])
    expect(organization.enroll(queue, new Set(), t.directory)).toBe(true)
  turns.release()
  await organization.settled()
  const all = [...live, ...late]
  expect(all.map(({ events }) => events.length)).toEqual(all.map(() => 1))
  expect(newcomer.events).toEqual([])
})

test('a client that got everything by another poll and waits again is not answered with nothing', async () => {
  const turns = new HeldTurns()
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const answers = new Map<string, string>()
  const waking = new WakeInTurns(turns, (queue) => queue.wake())
  const queues = Array.from({ length: wakesPerTurn + 1 }, (_, index) => {
    const queue = queueOf(t, iris, `queue ${index}`, 0)
    queue.events.push({ id: 1, rest: '"type":"message"}' })
    queue.parked = { until: 0, answer: (events) => answers.set(queue.id, asList(events)), fail: () => {} }
    return queue
  })
  turns.hold()
  waking.wake(queues)
  expect(answers.size).toBe(wakesPerTurn)
  const last = queues.at(-1)
  last?.acknowledge(1)
  turns.release()
  await rest()
  expect(answers.size).toBe(wakesPerTurn)
  expect(last?.parked).toBeDefined()
})
