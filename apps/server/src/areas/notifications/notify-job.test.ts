import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { givenPhone } from '#test/given-phone.ts'
import { decryptedPushes, pushKey, pushRelay, relayMoods, relaySettings } from '#test/push-relay.ts'
import { notifyJob } from './notify-job.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => {
  relay.mood = relayMoods.fine
  relay.calls.length = 0
})
const withRelay = () => testApp(relaySettings(relay))

/** Brings everything since the last time to the phones. */
async function notify(t: TestApp): Promise<void> {
  await notifyJob.run(t.app.services, t.organizationId)
  await sendPushesJob.run(t.app.services, t.organizationId)
}

test('a direct message rings the phone once, with the content that the API documents', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, otto)
  relay.calls.length = 0
  const id = await t.given.message(iris, [otto], { content: 'Hello **Otto** :smile:' })
  await notify(t)
  await notify(t)
  expect(decryptedPushes(relay, pushKey(1))).toEqual([
    {
      type: 'message',
      recipient_type: 'direct',
      recipient_user_ids: [iris.id, otto.id].toSorted((a, b) => a - b),
      content: 'Hello Otto 😄',
      message_id: id,
      realm_name: t.directory.organization.name,
      realm_url: `http://${t.host}`,
      sender_avatar_url: expect.stringMatching(/^https:/),
      sender_full_name: 'iris',
      sender_id: iris.id,
      time: Math.floor(t.clock.now() / 1000),
      user_id: otto.id,
    },
  ])
})

test('direct messages among several people name all of them', async () => {
  const t = await withRelay()
  const { iris, otto, uma } = await t.given.members('iris', 'otto', 'uma')
  await givenPhone(t, otto)
  relay.calls.length = 0
  await t.given.message(iris, [uma, otto])
  await notify(t)
  const all = [iris.id, otto.id, uma.id].toSorted((a, b) => a - b)
  const [push] = decryptedPushes(relay, pushKey(1))
  expect(push).toMatchObject({ recipient_user_ids: all })
  expect(push).not.toHaveProperty('pm_users')
})

test('phones that do not encrypt get the ids as a text, and only those of more than two people', async () => {
  const t = await withRelay()
  const { iris, otto, uma } = await t.given.members('iris', 'otto', 'uma')
  await t.as(otto).call(addFcmToken, { token: 'android' })
  const one = await t.given.message(iris, [otto])
  const several = await t.given.message(iris, [uma, otto])
  await notify(t)
  const sentFor = (id: number) =>
    relay.calls
      .filter(({ path }) => path === 'notify')
      .map(({ body }) => body.gcm_payload as { zulip_message_id: string })
      .find(({ zulip_message_id }) => zulip_message_id === String(id))
  for (const id of [one, several]) {
    expect(sentFor(id)).toMatchObject({ recipient_type: 'private' })
    expect(sentFor(id)).not.toHaveProperty('recipient_user_ids')
  }
  expect(sentFor(one)).not.toHaveProperty('pm_users')
  expect(sentFor(several)).toMatchObject({
    pm_users: [iris.id, otto.id, uma.id].toSorted((a, b) => a - b).join(','),
  })
})

test('channel messages ring for mentions, and in channels with notifications', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const [quiet, loud] = [await t.given.channel([iris, otto]), await t.given.channel([iris, otto])]
  await t.as(otto).call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: loud.id, property: 'push_notifications', value: true }],
  })
  await givenPhone(t, otto)
  relay.calls.length = 0
  await t.given.message(iris, quiet, { content: 'one' })
  await t.given.message(iris, quiet, { content: '@**otto** two', topic: '' })
  await t.given.message(iris, loud, { content: 'three' })
  await t.given.message(otto, loud, { content: 'four' })
  await notify(t)
  expect(decryptedPushes(relay, pushKey(1))).toMatchObject([
    {
      content: '@otto two',
      recipient_type: 'channel',
      channel_id: quiet.id,
      channel_name: quiet.name,
      topic: 'general chat',
    },
    { content: 'three', topic: 'greetings' },
  ])
})

test('a user who joins a channel later is not notified of earlier messages', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris])
  await givenPhone(t, otto)
  relay.calls.length = 0
  await t.given.message(iris, channel, { content: '@**otto**' })
  await t.as(otto).call(subscribe, { subscriptions: [{ name: channel.name }] })
  await notify(t)
  expect(relay.calls).toEqual([])
})

test('reading or deleting a message takes its notification back, once', async () => {
  const t = await withRelay()
  const { otto } = await t.given.members('otto')
  const admin = await t.given.user('admin', { role: 'administrator' })
  await givenPhone(t, otto)
  const first = await t.given.message(admin, [otto])
  const second = await t.given.message(admin, [otto])
  const third = await t.given.message(admin, [otto])
  await notify(t)
  relay.calls.length = 0
  await t.as(otto).call(updateMessageFlags, { messages: [second, first], op: 'add', flag: 'read' })
  await t.as(admin).call(deleteMessage, { message_id: third })
  await notify(t)
  await t.as(otto).call(updateMessageFlags, { messages: [first], op: 'remove', flag: 'read' })
  await t.as(otto).call(updateMessageFlags, { messages: [first], op: 'add', flag: 'read' })
  await notify(t)
  expect(decryptedPushes(relay, pushKey(1))).toEqual(
    [[first, second], [third]].map((message_ids) => ({
      type: 'remove',
      message_ids,
      realm_name: t.directory.organization.name,
      realm_url: `http://${t.host}`,
      user_id: otto.id,
    })),
  )
  expect(relay.calls.flatMap((call) => call.body.push_requests)).toMatchObject([
    { fcm_priority: 'normal' },
    { fcm_priority: 'normal' },
  ])
})

test('a message read or deleted before its notification left rings nobody', async () => {
  const t = await withRelay()
  const { otto } = await t.given.members('otto')
  const admin = await t.given.user('admin', { role: 'administrator' })
  await givenPhone(t, otto)
  relay.calls.length = 0
  const read = await t.given.message(admin, [otto])
  await t.as(otto).call(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' })
  const deleted = await t.given.message(admin, [otto])
  await t.as(admin).call(deleteMessage, { message_id: deleted })
  await notify(t)
  expect(relay.calls).toEqual([])
})

test('a dead relay delays no message; its notifications come later, once and under the same ids', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, otto)
  relay.calls.length = 0
  relay.mood = 'reset'
  const ids = [await t.given.message(iris, [otto]), await t.given.message(iris, [otto])]
  await notify(t)
  const tried = relay.calls.map((call) => call.key)
  relay.mood = relayMoods.fine
  relay.calls.length = 0
  await notify(t)
  expect(relay.calls, 'not again at once').toEqual([])
  t.clock.advance({ minutes: 1 })
  await notify(t)
  await notify(t)
  const pushes = decryptedPushes(relay, pushKey(1))
  expect(new Set(pushes.map((push) => push.message_id))).toEqual(new Set(ids))
  expect(pushes).toHaveLength(2)
  const keys = relay.calls.map((call) => call.key)
  expect(new Set(keys).size).toBe(2)
  expect(keys).toEqual(expect.arrayContaining(tried))
})

test('a notification that the relay does not understand delays no other one', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, otto)
  relay.calls.length = 0
  relay.mood = { status: 400, body: { code: 'BAD_REQUEST' } }
  for (let count = 0; count < 20; count++) await t.given.message(iris, [otto])
  await notify(t)
  expect(relay.calls).toHaveLength(20)
})

test('a notification that cannot be delivered for a day is given up', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, otto)
  relay.mood = { status: 500 }
  await t.given.message(iris, [otto])
  await notify(t)
  relay.mood = relayMoods.fine
  relay.calls.length = 0
  t.clock.advance({ days: 2 })
  await notify(t)
  expect(relay.calls).toEqual([])
})

test('a device that the relay calls dead gets nothing more', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await givenPhone(t, otto)
  relay.mood = { status: 200, body: { delete_token_ids: ['AQEBAQEBAQE='] } }
  await t.given.message(iris, [otto])
  await notify(t)
  relay.calls.length = 0
  await t.given.message(iris, [otto])
  await notify(t)
  expect(relay.calls).toEqual([])
})

test('clients that do not encrypt get plain notifications, unless the organization forbids it', async () => {
  const t = await withRelay()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(otto).call(addFcmToken, { token: 'android' })
  const id = await t.given.message(iris, [otto], { content: 'in the clear' })
  await notify(t)
  expect(relay.calls.map((call) => call.path)).toEqual(['register', 'notify'])
  expect(relay.calls[1]?.body).toMatchObject({
    android_devices: ['android'],
    gcm_payload: { event: 'message', zulip_message_id: String(id), content: 'in the clear' },
  })
  await t.given.settings({ require_e2ee_push_notifications: true })
  await t.given.message(iris, [otto])
  await notify(t)
  expect(relay.calls).toHaveLength(2)
})

test('followed topics ring; muted senders and people online do not', async () => {
  const t = await withRelay()
  const { iris, otto, uma } = await t.given.members('iris', 'otto', 'uma')
  const channel = await t.given.channel([iris, otto])
  await t.as(otto).call(updateSettings, { enable_online_push_notifications: false })
  await t.as(otto).call(updateUserTopic, { stream_id: channel.id, topic: 'Followed', visibility_policy: 3 })
  await t.as(otto).call(muteUser, { muted_user_id: uma.id })
  await givenPhone(t, otto)
  relay.calls.length = 0
  await t.given.message(iris, channel, { topic: 'followed', content: 'rings' })
  await t.given.message(uma, [otto], { content: 'muted' })
  await notify(t)
  const { queue_id } = await t.as(otto).call(registerQueue, { fetch_event_types: [] })
  expect(queue_id).not.toBeNull()
  await t.as(otto).call(updatePresence, { status: 'active' })
  await t.given.message(iris, [otto], { content: 'seen at once' })
  await notify(t)
  t.clock.advance({ minutes: 3 })
  await t.given.message(iris, [otto], { content: 'gone for coffee' })
  await notify(t)
  expect(decryptedPushes(relay, pushKey(1)).map((push) => push.content)).toEqual(['rings', 'gone for coffee'])
})
