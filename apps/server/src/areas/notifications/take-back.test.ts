import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { givenPhone } from '#test/given-phone.ts'
import { decryptedPushes, pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { notifyJob } from './notify-job.ts'
import { sendNotificationMailsJob } from './send-notification-mails-job.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})

async function notify(t: TestApp): Promise<void> {
  for (const job of [notifyJob, sendPushesJob]) await job.run(t.app.services, t.organizationId)
}

/** Otto with a phone, an administrator who writes, and everything the phone gets from here on. */
async function scene() {
  const t = await testApp(relaySettings(relay))
  const { otto, uma } = await t.given.members('otto', 'uma')
  const admin = await t.given.user('admin', { role: 'administrator' })
  await givenPhone(t, otto)
  relay.calls.length = 0
  const start = t.mails.length
  return {
    t,
    otto,
    uma,
    admin,
    /** Notifications to phones of key 1 since the last time, as `type ids`. */
    async rings() {
      await notify(t)
      const got = decryptedPushes(relay, pushKey(1)).map((push) =>
        push.type === 'remove' ? `remove ${String(push.message_ids)}` : `message ${String(push.message_id)}`,
      )
      relay.calls.length = 0
      return got
    },
    /** Texts of the mails that leave in the end. */
    async mails() {
      t.clock.advance({ hours: 1 })
      for (const job of [notifyJob, sendNotificationMailsJob, sendMailJob])
        await job.run(t.app.services, t.organizationId)
      return t.mails.slice(start).map((mail) => mail.text)
    },
  }
}

test('leaving a channel takes its notifications back, and no others', async () => {
  const { t, otto, admin, rings, mails } = await scene()
  const secret = await t.given.channel([admin, otto], { invite_only: true })
  const other = await t.given.channel([admin, otto])
  const id = await t.given.message(admin, secret, { content: '@**otto** hush' })
  const kept = await t.given.message(admin, other, { content: '@**otto** stays' })
  expect(await rings()).toEqual([`message ${id}`, `message ${kept}`])
  await t.as(admin).call(unsubscribe, { subscriptions: [secret.name], principals: [otto.id] })
  expect(await rings()).toEqual([`remove ${id}`])
  expect((await mails()).join()).toMatch(/stays/)
  expect((await mails()).join()).not.toMatch(/hush/)
})

test('moved messages take their notifications back, only from people who lose access', async () => {
  const { t, otto, uma, admin, rings } = await scene()
  await givenPhone(t, uma, 1)
  relay.calls.length = 0
  const open = await t.given.channel([admin, otto, uma])
  const closed = await t.given.channel([admin, uma], { invite_only: true })
  const id = await t.given.message(admin, open, { content: '@**otto** @**uma** look' })
  expect(await rings()).toEqual([`message ${id}`, `message ${id}`])
  await t.as(admin).call(updateMessage, {
    message_id: id,
    stream_id: closed.id,
    send_notification_to_new_thread: false,
  })
  await notifyJob.run(t.app.services, t.organizationId)
  await sendPushesJob.run(t.app.services, t.organizationId)
  expect(decryptedPushes(relay, pushKey(1))).toMatchObject([
    { type: 'remove', message_ids: [id], user_id: otto.id },
  ])
})

test('messages moved to a readable channel without a subscription lose their notifications', async () => {
  const { t, otto, admin, rings } = await scene()
  const [from, to] = [await t.given.channel([admin, otto]), await t.given.channel([admin])]
  const id = await t.given.message(admin, from, { content: '@**otto** look' })
  expect(await rings()).toEqual([`message ${id}`])
  await t.as(admin).call(updateMessage, { message_id: id, stream_id: to.id })
  expect(await rings()).toEqual([`remove ${id}`])
})

test('a deleted topic, a muted sender and a deactivated account take notifications back', async () => {
  const { t, otto, uma, admin, rings, mails } = await scene()
  const channel = await t.given.channel([admin, otto])
  const first = await t.given.message(admin, channel, { content: '@**otto** one', topic: 'short-lived' })
  const second = await t.given.message(uma, [otto])
  const third = await t.given.message(admin, [otto])
  expect(await rings()).toEqual([first, second, third].map((id) => `message ${id}`))
  await t.as(admin).call(deleteTopic, { stream_id: channel.id, topic_name: 'short-lived' })
  expect(await rings()).toEqual([`remove ${first}`])
  await t.as(otto).call(muteUser, { muted_user_id: uma.id })
  expect(await rings()).toEqual([`remove ${second}`])
  await t.as(admin).call(deactivateUser, { user_id: otto.id })
  expect(await rings()).toEqual([`remove ${third}`])
  expect(await mails()).toEqual([])
})

test('marking all as read takes everything back, in portions that the phone’s service accepts', async () => {
  const { t, otto, admin, rings } = await scene()
  const ids: number[] = []
  for (let n = 0; n < 201; n++) ids.push(await t.given.message(admin, [otto]))
  await notifyJob.run(t.app.services, t.organizationId)
  for (let n = 0; n < 3; n++) await sendPushesJob.run(t.app.services, t.organizationId)
  relay.calls.length = 0
  await t.as(otto).call(markAllAsRead, {})
  expect(await rings()).toEqual([`remove ${String(ids.slice(0, 200))}`, `remove ${ids[200]}`])
})

test('notifications that a dead relay still has to get are not sent after reading', async () => {
  const { t, otto, admin, rings } = await scene()
  relay.mood = 'reset'
  const id = await t.given.message(admin, [otto])
  await notify(t)
  relay.mood = relayMoods.fine
  relay.calls.length = 0
  await t.as(otto).call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  t.clock.advance({ minutes: 2 })
  // The first attempt may have arrived without an answer, so the phone is told.
  expect(await rings()).toEqual([`remove ${id}`])
})

test('an edit notifies newly mentioned people, and takes back notifications of people no longer mentioned', async () => {
  const { t, otto, uma, admin, rings, mails } = await scene()
  await t.as(otto).call(updateSettings, { automatically_follow_topics_where_mentioned: false })
  await givenPhone(t, uma, 1)
  relay.calls.length = 0
  const channel = await t.given.channel([admin, otto, uma])
  const id = await t.given.message(admin, channel, { content: '@**otto** one' })
  expect(await rings()).toEqual([`message ${id}`])
  await t.as(admin).call(updateMessage, { message_id: id, content: '@**otto** @**uma** two' })
  await notifyJob.run(t.app.services, t.organizationId)
  await sendPushesJob.run(t.app.services, t.organizationId)
  expect(decryptedPushes(relay, pushKey(1))).toMatchObject([
    { type: 'message', message_id: id, user_id: uma.id, content: '@otto @uma two' },
  ])
  relay.calls.length = 0
  await t.as(admin).call(updateMessage, { message_id: id, content: '@**uma** three' })
  await notify(t)
  expect(decryptedPushes(relay, pushKey(1))).toMatchObject([
    { type: 'remove', message_ids: [id], user_id: otto.id },
  ])
  const texts = await mails()
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('@uma three')
})

test('an edit of a direct message notifies nobody again', async () => {
  const { t, otto, admin, rings } = await scene()
  const id = await t.given.message(admin, [otto], { content: 'one' })
  expect(await rings()).toEqual([`message ${id}`])
  await t.as(admin).call(updateMessage, { message_id: id, content: '@**otto** two' })
  expect(await rings()).toEqual([])
})
