import { ApiError } from '@tagma/client/api-error.ts'
import { expect, test } from 'vitest'
import type { Destination } from './destination.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'
import { OutboxRunner, type OutboxStore } from './runner.ts'

const colors: Destination = { kind: 'topic', channelId: 5, topic: 'colors' }
const logo: Destination = { kind: 'topic', channelId: 5, topic: 'logo' }
const refusal = (status: number, body: object) => new ApiError(status, { result: 'error', ...body })

interface Call {
  readonly name: string
  readonly answer: (id: number) => Promise<void>
  readonly fail: (error: Error) => Promise<void>
}

/** Lets everything run that waits for a promise. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function memoryStore(): OutboxStore & { readonly entries: Map<string, OutboxEntry> } {
  const entries = new Map<string, OutboxEntry>()
  return {
    entries,
    load: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.localId, entry),
    remove: async (localId) => void entries.delete(localId),
  }
}

function given({ kept = memoryStore() }: { kept?: OutboxStore } = {}) {
  const world = {
    now: 1000,
    outbox: [] as Outbox,
    calls: [] as Call[],
    refused: [] as string[],
    timer: undefined as { readonly at: number; readonly work: () => void } | undefined,
  }
  const runner = new OutboxRunner({
    kept,
    clock: {
      now: () => world.now,
      after: (milliseconds, work) => {
        world.timer = { at: world.now + milliseconds, work }
        return () => (world.timer = undefined)
      },
    },
    send: ({ localId }) =>
      new Promise((resolve, reject) => {
        world.calls.push({
          name: localId,
          answer: (id) => (resolve(id), settled()),
          fail: (error) => (reject(error), settled()),
        })
      }),
    get: () => world.outbox,
    set: (outbox) => (world.outbox = outbox),
    onRefused: (_entry, reason) => world.refused.push(reason),
  })
  const write = (localId: string, to: Destination) =>
    runner.add({ localId, queueId: 'q', to, content: localId, writtenAt: world.now })
  const pass = async (milliseconds: number) => {
    world.now += milliseconds
    const { timer } = world
    if (timer && timer.at <= world.now) timer.work()
    await settled()
  }
  const called = () => world.calls.map(({ name }) => name)
  return { world, runner, write, pass, called }
}

test('messages of a conversation are sent in order, each after the answer to the one before', async () => {
  const { world, runner, write, called } = given()
  await runner.start()
  write('a', colors)
  write('b', colors)
  write('c', logo)
  expect(called()).toEqual(['a', 'c'])
  await world.calls[0]?.answer(31)
  expect(called()).toEqual(['a', 'c', 'b'])
})

test('the same call is made again until there is an answer', async () => {
  const { world, runner, write, pass, called } = given()
  await runner.start()
  write('a', colors)
  await world.calls[0]?.fail(new TypeError('Failed to fetch'))
  await pass(999)
  expect(called()).toEqual(['a'])
  await pass(1)
  expect(called()).toEqual(['a', 'a'])
  await world.calls[1]?.fail(refusal(503, { code: 'SERVER_UNAVAILABLE' }))
  runner.hurry()
  expect(called()).toEqual(['a', 'a', 'a'])
  await world.calls[2]?.answer(31)
  expect(world.outbox[0]?.state).toEqual({ kind: 'sent', messageId: 31 })
})

test('too many messages wait as long as the server asks', async () => {
  const { world, runner, write, pass, called } = given()
  await runner.start()
  write('a', colors)
  await world.calls[0]?.fail(refusal(429, { code: 'RATE_LIMIT_HIT', 'retry-after': 20 }))
  await pass(19_999)
  expect(called()).toEqual(['a'])
  await pass(1)
  expect(called()).toEqual(['a', 'a'])
})

test('a refusal shows the sentence of the server, and the text can be taken back', async () => {
  const { world, runner, write, called } = given()
  await runner.start()
  write('a', colors)
  write('b', colors)
  await world.calls[0]?.fail(refusal(400, { code: 'BAD_REQUEST', msg: 'You may not post here.' }))
  expect(world.refused).toEqual(['You may not post here.'])
  expect(world.outbox[0]?.state).toEqual({ kind: 'failed', reason: 'You may not post here.' })
  expect(called()).toEqual(['a'])
  expect(runner.withdraw('a')?.content).toBe('a')
  expect(called()).toEqual(['a', 'b'])
})

test('a message under way cannot be taken back', async () => {
  const { runner, write } = given()
  await runner.start()
  write('a', colors)
  expect(runner.withdraw('a')).toBeUndefined()
})

test('a message whose event came before the answer stays away', async () => {
  const { world, runner, write } = given()
  await runner.start()
  write('a', colors)
  runner.confirm('a')
  await world.calls[0]?.answer(31)
  expect(world.outbox).toEqual([])
})

test('after a reload, what was written is sent once more with the same names', async () => {
  const kept = memoryStore()
  const first = given({ kept })
  await first.runner.start()
  first.write('a', colors)
  first.write('b', colors)
  first.runner.stop()
  const second = given({ kept })
  await second.runner.start()
  expect(second.world.outbox.map(({ localId, queueId }) => [localId, queueId])).toEqual([
    ['a', 'q'],
    ['b', 'q'],
  ])
  expect(second.called()).toEqual(['a'])
  await second.world.calls[0]?.answer(31)
  second.runner.confirmShown((_localId, id) => id === 31)
  expect([...kept.entries.keys()]).toEqual(['b'])
})

test('without storage, messages are sent all the same', async () => {
  const broken = () => Promise.reject(new DOMException('Storage is full.', 'QuotaExceededError'))
  const { runner, write, called } = given({ kept: { load: broken, put: broken, remove: broken } })
  await runner.start()
  write('a', colors)
  await settled()
  expect(called()).toEqual(['a'])
})
