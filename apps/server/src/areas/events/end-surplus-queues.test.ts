import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { limits } from '@tagma/contract/limits.ts'
import { expect, test } from 'vitest'
import { newestLogId } from '#store/log/event-log.ts'
import { countQueues, oldestQueuePosition } from '#store/log/event-queues.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { endQueuesFarBehind } from './end-surplus-queues.ts'
import { queueUpkeepJob } from './queue-upkeep-job.ts'

async function register(t: TestApp, user: Account, options: object = {}) {
  const { queue_id, last_event_id } = await t
    .as(user)
    .call(registerQueue, { fetch_event_types: [], event_types: ['message'], ...options })
  return { queue_id: queue_id ?? '', last_event_id }
}

const isThere = async (t: TestApp, user: Account, queue: { queue_id: string; last_event_id: number }) => {
  try {
    await t.as(user).call(getEvents, { ...queue, dont_block: true })
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    return false
  }
}

test('a user has a limited number of queues; one more ends the queue polled longest ago', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const ofOtto = await register(t, otto)
  const waiting = await register(t, iris)
  const parked = t.as(iris).call(getEvents, waiting)
  const first = await register(t, iris)
  t.clock.advance({ seconds: 1 })
  const queues = [first]
  while (queues.length < limits.maxQueuesPerUser) queues.push(await register(t, iris))
  const { db } = t.app.services.data
  expect(await countQueues(db, iris.id)).toBe(limits.maxQueuesPerUser)
  expect(await isThere(t, iris, first)).toBe(false)
  for (const queue of [queues[1], queues.at(-1)]) expect(queue && (await isThere(t, iris, queue))).toBe(true)
  expect(await isThere(t, otto, ofOtto)).toBe(true)
  // The client that waits goes on.
  await t.given.message(otto, [iris])
  expect((await parked).events).toMatchObject([{ type: 'message' }])
})

test('events for a queue that nobody polls are kept up to a number, not for a week', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const forgotten = await register(t, iris, { idle_queue_timeout: limits.maxIdleQueueSeconds })
  t.clock.advance({ seconds: limits.idleQueueSeconds + 1 })
  const polled = await register(t, otto)
  for (let n = 0; n < 5; n++) await t.given.message(otto, [iris])
  const { services } = t.app
  const endBehind = (most: number) =>
    services.data.transact(t.organizationId, (tx) => endQueuesFarBehind(tx, most))

  await endBehind(5)
  expect(await countQueues(services.data.db, iris.id)).toBe(1)
  await endBehind(4)
  expect(await countQueues(services.data.db, iris.id)).toBe(0)
  expect(await isThere(t, iris, forgotten)).toBe(false)
  // A client that is only slow keeps its queue.
  expect(await isThere(t, otto, polled)).toBe(true)
  await queueUpkeepJob.run(services, t.organizationId)
  expect(await oldestQueuePosition(services.data.db, t.organizationId)).toBeGreaterThan(
    (await newestLogId(services.data.db, t.organizationId)) - 7,
  )
})
