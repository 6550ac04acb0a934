import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { patchChannelFolders } from '@tagma/contract/endpoints/channel-folders/patch-channel-folders.ts'
import { updateChannelFolder } from '@tagma/contract/endpoints/channel-folders/update-channel-folder.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { deactivateCustomEmoji } from '@tagma/contract/endpoints/emoji/deactivate-custom-emoji.ts'
import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { setTypingStatus } from '@tagma/contract/endpoints/messages/set-typing-status.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { e2eeTestNotify } from '@tagma/contract/endpoints/push/e2ee-test-notify.ts'
import { removeClientDevice } from '@tagma/contract/endpoints/push/remove-client-device.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { deleteSavedSnippet } from '@tagma/contract/endpoints/snippets/delete-saved-snippet.ts'
import { editSavedSnippet } from '@tagma/contract/endpoints/snippets/edit-saved-snippet.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { sendSubmessage } from '@tagma/contract/endpoints/submessages/send-submessage.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { notifyJob } from '#areas/notifications/notify-job.ts'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { givenPhone } from '#test/given-phone.ts'
import {
  eventFields,
  missingFields,
  notificationFields,
  registrationFields,
  serverSettingsFields,
} from '#test/mobile-app-fields.ts'
import { picture } from '#test/pictures.ts'
import { decryptedPushes, pushKey, pushRelay, relaySettings } from '#test/push-relay.ts'

const relay = await pushRelay()
afterAll(() => relay.close())
beforeEach(() => void relay.calls.splice(0))

const agent = 'ZulipFlutter/30.0.274 (Android 14)'

const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
  individual_emoji_changes: true,
}

/** Registers as the app does; `older` as its versions before some capabilities. */
const register = (t: TestApp, user: Account, older = false) =>
  t.as(user, agent).call(registerQueue, {
    idle_queue_timeout: 'mobile',
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    client_capabilities: older
      ? { ...capabilities, include_deactivated_groups: false, individual_emoji_changes: false }
      : capabilities,
  })

type Event = Readonly<Record<string, unknown>> & { readonly id: number; readonly type: string }

/** Returns all events of a queue. */
async function drain(
  t: TestApp,
  user: Account,
  { queue_id, last_event_id }: { queue_id: string | null; last_event_id: number },
) {
  const all: Event[] = []
  for (;;) {
    const after = { queue_id: queue_id ?? '', last_event_id: all.at(-1)?.id ?? last_event_id }
    const { events } = await t.as(user, agent).call(getEvents, { ...after, dont_block: true })
    if (events.length === 0) return all
    all.push(...events)
  }
}

/** An organization with the app's user, in which everybody else does something. */
async function neighbourhood() {
  const t = await testApp(relaySettings(relay))
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([owner, iris, otto], { name: 'design' })
  return {
    t,
    owner,
    iris,
    otto,
    channel,
    as: { owner: t.as(owner), iris: t.as(iris), otto: t.as(otto, agent) },
  }
}
type Neighbourhood = Awaited<ReturnType<typeof neighbourhood>>

async function changeMessages({ t, owner, iris, otto, channel, as }: Neighbourhood): Promise<void> {
  const poll = await t.given.message(iris, channel, { content: '/poll Which?\nteal\nmauve' })
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
  await as.iris.call(sendSubmessage, { message_id: poll, msg_type: 'widget', content: vote })
  const message_id = await t.given.message(iris, channel, { content: 'One' })
  await t.given.message(owner, [otto], { content: 'Between us' })
  await as.iris.call(updateMessage, { message_id, content: 'Two' })
  await as.iris.call(updateMessage, { message_id, topic: 'elsewhere' })
  await as.iris.call(addReaction, { message_id, emoji_name: 'tada' })
  for (const op of ['add', 'remove'] as const)
    for (const flag of ['read', 'starred'] as const)
      await as.otto.call(updateMessageFlags, { messages: [message_id], op, flag })
  await as.owner.call(deleteMessage, { message_id })
  await as.iris.call(setTypingStatus, { op: 'start', to: [otto.id] })
  await as.iris.call(setTypingStatus, { op: 'start', type: 'stream', stream_id: channel.id, topic: 'x' })
  await as.iris.call(updatePresence, { status: 'active', ping_only: true })
}

async function changeChannels({ iris, otto, channel, as }: Neighbourhood): Promise<void> {
  await as.owner.call(subscribe, { subscriptions: [{ name: 'news' }], principals: [iris.id, otto.id] })
  const news = { subscriptions: ['news'] }
  const stream_id = channel.id
  await as.owner.call(updateStream, { stream_id, description: 'How things **look**' })
  await as.owner.call(updateStream, { stream_id, new_name: 'design and research' })
  await as.otto.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id, property: 'color', value: '#00ff00' }],
  })
  await as.owner.call(subscribe, { subscriptions: [{ name: 'news' }] })
  await as.iris.call(unsubscribe, news)
  await as.otto.call(unsubscribe, news)
  await as.otto.call(updateUserTopic, { stream_id, topic: 'lunch', visibility_policy: 3 })
  const { channel_folder_id } = await as.owner.call(createChannelFolder, { name: 'Teams', description: '' })
  const other = await as.owner.call(createChannelFolder, { name: 'Rooms', description: '' })
  await as.owner.call(patchChannelFolders, { order: [other.channel_folder_id, channel_folder_id] })
  await as.owner.call(updateChannelFolder, { channel_folder_id, name: 'Groups' })
  await as.owner.call(archiveStream, { stream_id })
}

async function changePeople({ t, iris, otto, as }: Neighbourhood): Promise<void> {
  await t.given.user('newcomer')
  await as.owner.call(updateUser, { user_id: iris.id, full_name: 'Iris Adler' })
  await as.iris.call(updateStatus, { status_text: 'away', emoji_name: 'car' })
  await as.otto.call(muteUser, { muted_user_id: iris.id })
  const group = { name: 'crew', description: '', members: [iris.id] }
  const { group_id: user_group_id } = await as.owner.call(createUserGroup, group)
  const inner = await as.owner.call(createUserGroup, { ...group, name: 'inner' })
  await as.owner.call(updateUserGroup, { user_group_id, description: 'All of us' })
  await as.owner.call(updateUserGroupMembers, { user_group_id, add: [otto.id] })
  await as.owner.call(updateUserGroupMembers, { user_group_id, delete: [otto.id] })
  await as.owner.call(updateUserGroupSubgroups, { user_group_id, add: [inner.group_id] })
  await as.owner.call(updateUserGroupSubgroups, { user_group_id, delete: [inner.group_id] })
  await as.owner.call(deactivateUserGroup, { user_group_id })
}

async function changeTheRest({ t, otto, as }: Neighbourhood): Promise<void> {
  await as.iris.call(uploadCustomEmoji, { emoji_name: 'green_tick', file: [await picture()] })
  await as.owner.call(deactivateCustomEmoji, { emoji_name: 'green_tick' })
  await as.otto.call(addAlertWords, { alert_words: ['teal'] })
  await as.otto.call(updateSettings, { twenty_four_hour_time: true })
  const device_id = await givenPhone(t, otto)
  await as.otto.call(removeClientDevice, { device_id })
  await as.owner.call(createCustomProfileField, { field_type: 1, name: 'Phone' })
  const { saved_snippet_id } = await as.otto.call(createSavedSnippet, { title: 'hi', content: 'Hello' })
  await as.otto.call(editSavedSnippet, { saved_snippet_id, title: 'hey' })
  await as.otto.call(deleteSavedSnippet, { saved_snippet_id })
}

/** Lets a poll wait until it gets a heartbeat. */
async function waitForHeartbeat({ t, otto }: Neighbourhood): Promise<readonly Event[]> {
  const { queue_id, last_event_id } = await register(t, otto)
  const waiting = t.as(otto, agent).call(getEvents, { queue_id: queue_id ?? '', last_event_id })
  const { events } = t.app.services.live
  while (!events.isPolling(t.organizationId, otto.id)) await new Promise((resolve) => setImmediate(resolve))
  t.clock.advance({ seconds: 60 })
  events.tick()
  return (await waiting).events
}

test('the registration and the server settings have the fields that the mobile app requires', async () => {
  const { t, owner, otto } = await neighbourhood()
  expect(
    missingFields(await t.as(undefined, agent).call(getServerSettings, {}), serverSettingsFields),
  ).toEqual([])
  await t.given.user('somebody')
  await t.as(owner).call(updateStatus, { status_text: 'here' })
  const state = await register(t, otto)
  expect(missingFields(state, registrationFields)).toEqual([])
  expect([1, 2, 3, 5, 6, 7]).toContain(state.realm_wildcard_mention_policy)
  for (const { color } of state.subscriptions ?? []) expect(color).toMatch(/^#[0-9a-f]{6}$/)
  for (const keyed of [state.presences, state.user_status, state.devices])
    for (const key of Object.keys(keyed ?? {})) expect(key).toMatch(/^\d+$/)
})

test('45 kinds of events have the fields that the mobile app requires', async () => {
  const people = await neighbourhood()
  const { t, otto } = people
  const queues = [await register(t, otto), await register(t, otto, true)]
  for (const change of [changeMessages, changePeople, changeTheRest, changeChannels]) await change(people)
  const events: Event[] = [...(await waitForHeartbeat(people))]
  for (const queue of queues) events.push(...(await drain(t, otto, queue)))
  const seen = new Set<string>()
  for (const event of events) {
    const kind = [event.type, `${event.type}/${String(event.op)}`].find((name) => name in eventFields)
    if (kind === undefined) continue
    seen.add(kind)
    const lacks = missingFields(event, ['id', ...(eventFields[kind] ?? [])])
    expect({ kind, lacks }).toEqual({ kind, lacks: [] })
  }
  expect(Object.keys(eventFields)).toHaveLength(45)
  expect(Object.keys(eventFields).filter((kind) => !seen.has(kind))).toEqual([])
})

test('every kind of encrypted notification has the fields that the mobile app requires', async () => {
  const { t, owner, iris, otto, channel, as } = await neighbourhood()
  const device_id = await givenPhone(t, otto)
  await t.given.message(iris, channel, { content: 'Hello, @**otto**', topic: '' })
  const two = await t.given.message(iris, [otto])
  await t.given.message(iris, [otto, owner])
  const notify = async () => {
    await notifyJob.run(t.app.services, t.organizationId)
    await sendPushesJob.run(t.app.services, t.organizationId)
  }
  await notify()
  await as.otto.call(updateMessageFlags, { messages: [two], op: 'add', flag: 'read' })
  await notify()
  await as.otto.call(e2eeTestNotify, { device_id })
  const pushes = decryptedPushes(relay, pushKey(1))
  const kindOf = ({ type, recipient_type: recipient }: Record<string, unknown>) =>
    typeof recipient === 'string' ? `${String(type)}/${recipient}` : String(type)
  expect(new Set(pushes.map(kindOf))).toEqual(new Set(Object.keys(notificationFields)))
  for (const push of pushes)
    expect(missingFields(push, notificationFields[kindOf(push)] ?? ['kind'])).toEqual([])
  const people = pushes.flatMap(({ recipient_user_ids: ids }) => (Array.isArray(ids) ? [ids] : []))
  expect(people).toHaveLength(2)
  for (const ids of people) expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
})

test('a missing field would be noticed, deep inside too', () => {
  const event = { id: 1, streams: [{ name: 'design' }, { name: null }], message: { id: 0, flags: '' } }
  expect(missingFields(event, ['id', 'message.id', 'message.flags'])).toEqual([])
  expect(missingFields(event, ['op', 'streams[].name', 'streams[].id', 'message.type', 'none[].id'])).toEqual(
    ['op', 'streams[].name', 'streams[].id', 'message.type', 'none[].id'],
  )
})
