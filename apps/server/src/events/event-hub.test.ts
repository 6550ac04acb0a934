import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { deleteQueue } from '@tagma/contract/endpoints/events/delete-queue.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { setTypingStatus } from '@tagma/contract/endpoints/messages/set-typing-status.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { expect, test } from 'vitest'
import { deleteQueue as deleteQueueRow } from '#store/log/event-queues.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { asList, bufferLimit, idsPerPosition } from './event-queue.ts'
import { announcementLife } from './recent-announcements.ts'

interface Queue {
  readonly queue_id: string
  last_event_id: number
}

async function register(t: TestApp, user: Account, options: object = {}): Promise<Queue> {
  const { queue_id, last_event_id } = await t
    .as(user)
    .call(registerQueue, { fetch_event_types: [], ...options })
  if (queue_id === null) throw new Error('no queue')
  return { queue_id, last_event_id }
}

/** Returns the events of a poll; the next call acknowledges them. */
async function poll(t: TestApp, user: Account, queue: Queue) {
  const { events } = await t.as(user).call(getEvents, { ...queue, dont_block: true })
  queue.last_event_id = events.at(-1)?.id ?? queue.last_event_id
  return events
}

/** Resolves when the server has parked the polls of this test. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a parked poll is answered by the next event, and by a heartbeat when there is none', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const queue = await register(t, iris, { event_types: ['message'] })
  const parked = t.as(iris).call(getEvents, queue)
  await settle()
  await t.given.message(iris, channel, { content: 'now' })
  const { events } = await parked
  expect(events).toMatchObject([{ type: 'message', message: { content: 'now' } }])

  queue.last_event_id = events[0]?.id ?? 0
  const next = t.as(iris).call(getEvents, queue)
  // Parking takes a few turns of the event loop.
  for (let turn = 0; turn < 20; turn++) await settle()
  t.clock.advance({ seconds: 60 })
  await t.app.tick()
  expect((await next).events).toMatchObject([{ type: 'heartbeat' }])
})

test('what was not acknowledged comes again, what was acknowledged does not', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const queue = await register(t, iris, { event_types: ['message'] })
  const before = queue.last_event_id
  await t.given.message(iris, channel)
  const first = await poll(t, iris, queue)
  expect(first).toHaveLength(1)
  expect(await poll(t, iris, { ...queue, last_event_id: before })).toEqual(first)
  expect(await poll(t, iris, queue)).toEqual([])
  expect(await poll(t, iris, { ...queue, last_event_id: before })).toEqual([])
})

test('a queue that nobody polls holds little in memory and loses nothing', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const queue = await register(t, iris, { event_types: ['message'] })
  await poll(t, iris, queue)
  const total = bufferLimit + 150
  for (let n = 0; n < total; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, m) => t.given.message(iris, channel, { content: String(n + m) })),
    )
  }
  const held = t.app.services.live.events.queuesOf(t.organizationId).map(({ events }) => events.length)
  expect(held).toEqual([0])
  const contents: string[] = []
  for (let events = await poll(t, iris, queue); events.length > 0; events = await poll(t, iris, queue)) {
    for (const event of events) contents.push((event.message as { content: string }).content)
  }
  expect(contents.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: total }, (_, n) => String(n)),
  )
})

test('those who fell behind together get what was theirs at the time', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const queues = [
    { user: iris, queue: await register(t, iris, { event_types: ['message'] }) },
    { user: otto, queue: await register(t, otto, { event_types: ['message'] }) },
  ]
  for (const { user, queue } of queues) await poll(t, user, queue)
  const half = bufferLimit / 2 + 25
  const send = async (from: number) => {
    for (let n = from; n < from + half; n += 25)
      await Promise.all(
        Array.from({ length: 25 }, (_, m) => t.given.message(iris, channel, { content: String(n + m) })),
      )
  }
  await send(0)
  await t.as(otto).call(unsubscribe, { subscriptions: [channel.name] })
  await send(half)
  const counts: number[] = []
  for (const { user, queue } of queues) {
    let count = 0
    for (let events = await poll(t, user, queue); events.length > 0; events = await poll(t, user, queue))
      count += events.length
    counts.push(count)
  }
  expect(counts).toEqual([2 * half, half])
})

test('who fell behind learns how an edited message is for themselves', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const message_id = await t.given.message(iris, channel, { content: 'Hi @**otto**' })
  const queues = {
    live: await register(t, iris, { event_types: ['update_message'] }),
    behind: await register(t, otto, { event_types: ['message', 'update_message'] }),
  }
  await poll(t, iris, queues.live)
  await poll(t, otto, queues.behind)
  for (let n = 0; n < bufferLimit; n += 25)
    await Promise.all(Array.from({ length: 25 }, () => t.given.message(iris, channel)))
  await t.as(iris).call(updateMessage, { message_id, content: 'Hello @**otto**' })
  expect((await poll(t, iris, queues.live)).map(({ flags }) => flags)).toEqual([[]])
  await t.as(otto).call(updateMessageFlags, { messages: [message_id], op: 'add', flag: 'starred' })
  let edits: unknown[] = []
  for (let events = await poll(t, otto, queues.behind); events.length > 0;) {
    edits = [...edits, ...events.filter(({ type }) => type === 'update_message').map(({ flags }) => flags)]
    events = await poll(t, otto, queues.behind)
  }
  expect(edits).toEqual([['starred', 'mentioned']])
})

test('a client that knows more than ever happened has to register anew: the database is an older one', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const queue = await register(t, iris)
  const next = { ...queue, last_event_id: queue.last_event_id + idsPerPosition }
  const { events } = t.app.services.live
  // As after a restart.
  events.forget(events.queuesOf(t.organizationId))
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await t.as(iris).refusal(getEvents, next)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(await poll(t, iris, queue)).toEqual([])
})

test('an event that a queue never had cannot be acknowledged, and the queue goes on', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const queue = await register(t, iris)
  const never = { ...queue, last_event_id: queue.last_event_id + 1000 * idsPerPosition }
  expect(await t.as(iris).refusal(getEvents, never)).toMatchObject({
    code: 'BAD_REQUEST',
    message: `Event ${never.last_event_id} was not in this queue.`,
  })
  await t.given.message(otto, [iris])
  expect(await poll(t, iris, queue)).toMatchObject([{ type: 'message' }])
})

test('event types and narrows choose what a queue gets', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const design = await t.given.channel([iris, otto], { name: 'design' })
  const other = await t.given.channel([iris, otto])
  const queues = {
    users: await register(t, otto, { event_types: ['realm_user'] }),
    topic: await register(t, otto, {
      event_types: ['message'],
      narrow: [
        ['channel', 'design'],
        ['topic', 'Colors'],
      ],
    }),
    direct: await register(t, otto, {
      event_types: ['message'],
      narrow: [{ operator: 'is', operand: 'dm' }],
    }),
    mentions: await register(t, otto, {
      event_types: ['message'],
      narrow: [{ operator: 'is', operand: 'mentioned' }],
    }),
    notIris: await register(t, otto, {
      event_types: ['message'],
      narrow: [{ operator: 'sender', operand: iris.email, negated: true }],
    }),
  }
  await t.given.message(iris, design, { topic: 'colors', content: 'topic' })
  await t.given.message(iris, other, { topic: 'colors', content: 'elsewhere' })
  await t.given.message(iris, [otto], { content: 'direct' })
  await t.given.message(iris, other, { content: '@**otto** mention' })
  await t.given.message(otto, other, { content: 'own' })
  const contents = async (queue: Queue) =>
    (await poll(t, otto, queue)).map((event) => (event.message as { content: string }).content)
  expect(await contents(queues.users)).toEqual([])
  expect(await contents(queues.topic)).toEqual(['topic'])
  expect(await contents(queues.direct)).toEqual(['direct'])
  expect(await contents(queues.mentions)).toEqual(['@**otto** mention'])
  expect(await contents(queues.notIris)).toEqual(['own'])
  const refusal = await t.as(otto).refusal(registerQueue, { narrow: [{ operator: 'near', operand: 5 }] })
  expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message: 'Operator near not supported.' })
})

test('all_public_streams brings what is public, subscribed or not, and nothing private', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const open = await t.given.channel([iris])
  const closed = await t.given.channel([iris], { invite_only: true })
  const queue = await register(t, otto, { event_types: ['message'], all_public_streams: true })
  await t.given.message(iris, open, { content: 'live' })
  await t.given.message(iris, closed, { content: 'secret' })
  expect(await poll(t, otto, queue)).toMatchObject([{ message: { content: 'live' } }])
  // The same again, through a queue that reads the log.
  await t.given.message(iris, open, { content: 'later' })
  await t.given.message(iris, closed, { content: 'secret' })
  expect(await poll(t, otto, queue)).toMatchObject([{ message: { content: 'later' } }])
})

test('a queue belongs to its user, can be deleted, and ends when nobody polls it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const queue = await register(t, iris)
  const unknown = await t.as(otto).refusal(getEvents, queue)
  expect(unknown).toMatchObject({
    status: 400,
    code: 'BAD_EVENT_QUEUE_ID',
    fields: { queue_id: queue.queue_id },
  })
  await t.as(iris).call(deleteQueue, { queue_id: queue.queue_id })
  expect(await t.as(iris).refusal(getEvents, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })

  const short = await register(t, iris)
  const mobile = await register(t, iris, { idle_queue_timeout: 'mobile' })
  await poll(t, iris, short)
  await poll(t, iris, mobile)
  t.clock.advance({ minutes: 9 })
  await t.app.tick()
  expect(await poll(t, iris, short)).toEqual([])
  t.clock.advance({ minutes: 16 })
  await t.app.tick()
  expect(await t.as(iris).refusal(getEvents, short)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(await poll(t, iris, mobile)).toEqual([])
})

test('a queue that asked for a long life gets it by its first poll', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const long = { idle_queue_timeout: 'mobile' }
  const abandoned = await register(t, iris, long)
  const late = await register(t, iris, long)
  const polled = await register(t, iris, long)
  await poll(t, iris, polled)
  t.clock.advance({ minutes: 9 })
  await t.app.tick()
  expect(await poll(t, iris, late)).toEqual([])
  t.clock.advance({ minutes: 60 })
  await t.app.tick()
  expect(await t.as(iris).refusal(getEvents, { ...abandoned, dont_block: true })).toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  })
  for (const queue of [late, polled]) expect(await poll(t, iris, queue)).toEqual([])
})

test('typing reaches those who may see it, and is not kept', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const queues = { otto: await register(t, otto), mia: await register(t, mia) }
  await poll(t, otto, queues.otto)
  await poll(t, mia, queues.mia)
  await t.as(iris).call(setTypingStatus, { op: 'start', to: [otto.id] })
  expect(await poll(t, otto, queues.otto)).toMatchObject([
    {
      type: 'typing',
      op: 'start',
      sender: { user_id: iris.id },
      recipients: [{ user_id: iris.id }, { user_id: otto.id }],
    },
  ])
  expect(await poll(t, mia, queues.mia)).toEqual([])
})

test('typing and presence between registration and first poll are not lost, and come once', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const type = (op: 'start' | 'stop') =>
    t.as(iris).call(setTypingStatus, { op, type: 'stream', stream_id: channel.id, topic: 'lunch' })
  await type('stop')
  const capable = {
    client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
  }
  const ofOtto = await register(t, otto, capable)
  const ofMia = await register(t, mia, capable)
  await t.as(iris).call(updatePresence, { status: 'active', ping_only: true })
  await type('start')
  const events = await poll(t, otto, ofOtto)
  expect(events).toMatchObject([
    { type: 'presence', user_id: iris.id },
    { type: 'typing', op: 'start', sender: { user_id: iris.id }, topic: 'lunch' },
  ])
  expect(await poll(t, mia, ofMia)).toMatchObject([{ type: 'presence', user_id: iris.id }])
  await type('stop')
  expect(await poll(t, otto, ofOtto)).toMatchObject([{ type: 'typing', op: 'stop' }])
  expect(await poll(t, otto, ofOtto)).toEqual([])
})

test('what was announced before the first poll comes after the changes of that time', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const queue = await register(t, otto)
  const type = () => t.as(iris).call(setTypingStatus, { op: 'start', to: [otto.id] })
  await type()
  await t.given.message(iris, [otto], { content: 'one' })
  await type()
  await t.given.message(iris, [otto], { content: 'two' })
  const events = await poll(t, otto, queue)
  expect(events.map(({ type: kind }) => kind)).toEqual(['message', 'message', 'typing', 'typing'])
  expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b))
})

test('queues that nobody polls hold nothing, however many and whatever is announced', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const first = await register(t, otto)
  for (let n = 0; n < 20; n++) await register(t, otto)
  const type = () => t.as(iris).call(setTypingStatus, { op: 'start', to: [otto.id] })
  for (let n = 0; n < 5; n++) await type()
  const own = t.app.services.live.events.queuesOf(t.organizationId)
  expect(own).toHaveLength(21)
  expect(own.map(({ events, live }) => ({ held: events.length, live }))).toEqual(
    own.map(() => ({ held: 0, live: false })),
  )
  // Long after its registration, a client is told the state by rows, and not who was typing.
  t.clock.advance({ seconds: announcementLife / 1000 })
  await t.app.tick()
  expect(await poll(t, otto, first)).toEqual([])
})

test('a poll on its way when its queue ends is refused, and waits for nothing', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { queue_id, last_event_id } = await register(t, iris)
  const { events } = t.app.services.live
  const user = t.directory.users.get(iris.id)
  if (!user) throw new Error('no user')
  await t.app.services.data.transact(t.organizationId, (tx) => deleteQueueRow(tx, queue_id))
  const onTheWay = events.poll({
    queueId: queue_id,
    user,
    lastEventId: last_event_id,
    dontBlock: false,
    caller: { hasGone: false, whenGone: () => {} },
    write: asList,
  })
  events.endMissing(events.queuesOf(t.organizationId), new Set())
  await expect(onTheWay).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  expect(events.queuesOf(t.organizationId)).toEqual([])
})

test('a queue can be registered by the first poll', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const first = await t.as(iris).call(getEvents, { event_types: ['message'], dont_block: true })
  expect(first.events).toEqual([])
  expect(await t.as(iris).refusal(getEvents, { queue_id: first.queue_id })).toMatchObject({
    message: "Missing 'last_event_id' argument",
  })
})
