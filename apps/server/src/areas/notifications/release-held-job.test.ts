import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { queueUpkeepJob } from '#areas/events/queue-upkeep-job.ts'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { givenPhone } from '#test/given-phone.ts'
import { decryptedPushes, pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { notifyJob } from './notify-job.ts'
import { releaseHeldJob } from './release-held-job.ts'
import { sendNotificationMailsJob } from './send-notification-mails-job.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})

async function work(t: TestApp): Promise<void> {
  for (const job of [
    queueUpkeepJob,
    notifyJob,
    releaseHeldJob,
    sendPushesJob,
    sendNotificationMailsJob,
    sendMailJob,
  ])
    await job.run(t.app.services, t.organizationId)
}

/** Otto at a client that has just reported him active, and a message to him. */
async function scene(online: boolean) {
  const t = await testApp(relaySettings(relay))
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, otto)
  await t.as(otto).call(updateSettings, {
    enable_online_push_notifications: online,
    email_notifications_batching_period_seconds: 0,
  })
  relay.calls.length = 0
  const { queue_id, last_event_id } = await t.as(otto).call(registerQueue, { event_types: ['message'] })
  await t.as(otto).call(updatePresence, { status: 'active' })
  const start = t.mails.length
  const id = await t.given.message(iris, [otto])
  await work(t)
  return {
    t,
    otto,
    id,
    queue: { queue_id: queue_id ?? '', last_event_id },
    rung: () => decryptedPushes(relay, pushKey(1)).map((push) => push.message_id),
    mails: () => t.mails.length - start,
  }
}

test('a user whose client gets the message is not notified', async () => {
  const { t, otto, queue, rung, mails } = await scene(false)
  const { events } = await t.as(otto).call(getEvents, { ...queue, dont_block: true })
  await t.as(otto).call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: events.at(-1)?.id ?? -1,
    dont_block: true,
  })
  t.clock.advance({ minutes: 5 })
  await work(t)
  await work(t)
  expect([rung(), mails()]).toEqual([[], 0])
})

test('a user whose client never gets it is notified some minutes later, once', async () => {
  const { t, id, rung, mails } = await scene(false)
  t.clock.advance({ minutes: 1 })
  await work(t)
  expect([rung(), mails()]).toEqual([[], 0])
  t.clock.advance({ minutes: 4 })
  await work(t)
  await work(t)
  expect([rung(), mails()]).toEqual([[id], 1])
})

test('a phone that rang already does not ring again; the mail comes later', async () => {
  const { t, id, rung, mails } = await scene(true)
  expect([rung(), mails()]).toEqual([[id], 0])
  t.clock.advance({ minutes: 5 })
  await work(t)
  expect([rung(), mails()]).toEqual([[id], 1])
})
