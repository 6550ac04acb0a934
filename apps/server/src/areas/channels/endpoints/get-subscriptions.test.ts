import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import type { Subscription, SubscriptionProperty } from '@tagma/contract/objects/channel.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'

async function subscriptionTo(t: TestApp, user: Account, id: number): Promise<Subscription | undefined> {
  const { subscriptions } = await t.as(user).call(getSubscriptions, {})
  return subscriptions.find(({ stream_id }) => stream_id === id)
}

test('a plain channel has all of its fields, and no others', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const [nobody, everyone, administrators] = [
    t.directory.systemGroup('role:nobody').id,
    t.directory.systemGroup('role:everyone').id,
    t.directory.systemGroup('role:administrators').id,
  ]
  const { id } = await t.given.channel([iris, otto], { name: 'design' })
  // `email_address` and `role` were removed at levels 226 and 133.
  expect(await subscriptionTo(t, otto, id)).toEqual({
    stream_id: id,
    name: 'design',
    description: '',
    rendered_description: '',
    date_created: Math.floor(t.clock.now() / 1000),
    creator_id: iris.id,
    invite_only: false,
    is_web_public: false,
    is_archived: false,
    history_public_to_subscribers: true,
    message_retention_days: null,
    first_message_id: null,
    folder_id: null,
    topics_policy: 'inherit',
    is_announcement_only: false,
    stream_post_policy: 1,
    is_recently_active: true,
    stream_weekly_traffic: null,
    subscriber_count: 2,
    default_push_notifications: false,
    hidden_from_agents: false,
    can_add_subscribers_group: nobody,
    can_administer_channel_group: { direct_members: [iris.id], direct_subgroups: [] },
    can_create_topic_group: everyone,
    can_delete_any_message_group: nobody,
    can_delete_own_message_group: nobody,
    can_move_messages_out_of_channel_group: nobody,
    can_move_messages_within_channel_group: nobody,
    can_remove_subscribers_group: administrators,
    can_resolve_topics_group: nobody,
    can_send_message_group: everyone,
    can_subscribe_group: nobody,
    color: '#fae589',
    is_muted: false,
    in_home_view: true,
    pin_to_top: false,
    desktop_notifications: null,
    email_notifications: null,
    push_notifications: null,
    audible_notifications: null,
    wildcard_mentions_notify: null,
  })
})

test('each field reflects the state of the channel', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.settings({ enable_spectator_access: true })
  const { channel_folder_id } = await t
    .as(owner)
    .call(createChannelFolder, { name: 'Teams', description: '' })
  const { id } = await t.given.channel([owner], { name: 'design' })
  const first = await t.given.message(owner, t.directory.channels.get(id)!, { topic: '' })
  await t.given.message(owner, t.directory.channels.get(id)!, { topic: '' })
  const rows: [object, Partial<Subscription>][] = [
    [{}, { first_message_id: first, subscriber_count: 1 }],
    [{ new_name: 'Design' }, { name: 'Design' }],
    [{ description: '*All*' }, { description: '*All*', rendered_description: '<p><em>All</em></p>' }],
    [{ message_retention_days: 30 }, { message_retention_days: 30 }],
    [{ message_retention_days: 'unlimited' }, { message_retention_days: -1 }],
    [{ message_retention_days: 'realm_default' }, { message_retention_days: null }],
    [{ default_push_notifications: true }, { default_push_notifications: true }],
    [{ hidden_from_agents: true }, { hidden_from_agents: true }],
    [{ folder_id: channel_folder_id }, { folder_id: channel_folder_id }],
    [{ folder_id: null }, { folder_id: null }],
    [{ topics_policy: 'allow_empty_topic' }, { topics_policy: 'allow_empty_topic' }],
    [{ topics_policy: 'disable_empty_topic' }, { topics_policy: 'disable_empty_topic' }],
    [{ topics_policy: 'empty_topic_only' }, { topics_policy: 'empty_topic_only' }],
    [
      { is_web_public: true },
      { is_web_public: true, invite_only: false, history_public_to_subscribers: true },
    ],
    [
      { is_private: true, history_public_to_subscribers: false },
      { invite_only: true, is_web_public: false, history_public_to_subscribers: false },
    ],
    [{ history_public_to_subscribers: true }, { invite_only: true, history_public_to_subscribers: true }],
    [{ is_private: false }, { invite_only: false, history_public_to_subscribers: true }],
  ]
  for (const [change, fields] of rows) {
    await t.as(owner).call(updateStream, { stream_id: id, ...change })
    expect(await subscriptionTo(t, owner, id)).toMatchObject(fields)
  }
  const general = t.directory.channelByName('general')?.id ?? 0
  expect(await subscriptionTo(t, owner, general)).toMatchObject({ creator_id: null })
})

test.each([
  ['role:everyone', 1],
  ['role:members', 1],
  ['role:administrators', 2],
  ['role:owners', 2],
  ['role:nobody', 2],
  ['role:fullmembers', 3],
  ['role:moderators', 4],
] as const)('where %s may post, older clients are told policy %i', async (group, stream_post_policy) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id } = await t.given.channel([iris], {
    can_send_message_group: t.directory.systemGroup(group).id,
  })
  expect(await subscriptionTo(t, iris, id)).toMatchObject({
    can_send_message_group: t.directory.systemGroup(group).id,
    stream_post_policy,
    is_announcement_only: stream_post_policy === 2,
  })
})

test.each([
  ['color', '#c2c2c2', { color: '#c2c2c2' }],
  ['pin_to_top', true, { pin_to_top: true }],
  ['is_muted', true, { is_muted: true, in_home_view: false }],
  ['in_home_view', false, { is_muted: true, in_home_view: false }],
  ['in_home_view', true, { is_muted: false, in_home_view: true }],
  ['desktop_notifications', false, { desktop_notifications: false }],
  ['email_notifications', true, { email_notifications: true }],
  ['wildcard_mentions_notify', false, { wildcard_mentions_notify: false }],
  ['push_notifications', true, { push_notifications: true }],
  ['audible_notifications', true, { audible_notifications: true }],
] as const satisfies readonly (readonly [SubscriptionProperty, string | boolean, Partial<Subscription>])[])(
  '%s set to %s is told to the one who set it, and to nobody else',
  async (property, value, fields) => {
    const t = await testApp()
    const { iris, otto } = await t.given.members('iris', 'otto')
    const { id } = await t.given.channel([iris, otto])
    const before = await subscriptionTo(t, otto, id)
    const subscription_data = [{ stream_id: id, property, value }]
    await t.as(iris).call(updateSubscriptionSettings, { subscription_data })
    expect(await subscriptionTo(t, iris, id)).toMatchObject(fields)
    expect(await subscriptionTo(t, otto, id)).toEqual(before)
  },
)

test("only the caller's subscriptions to active channels are listed", async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const open = await t.given.channel([iris], { name: 'open' })
  await t.given.channel([otto], { name: 'other' })
  const former = await t.given.channel([iris], { name: 'former' })
  const names = async (user: Account) =>
    (await t.as(user).call(getSubscriptions, {})).subscriptions.map(({ name }) => name)
  expect(await names(iris)).toEqual(['general', 'open', 'former'])
  await t.as(iris).call(archiveStream, { stream_id: former.id })
  expect(await names(iris)).toEqual(['general', 'open'])
  await t.as(iris).call(subscribe, { subscriptions: [{ name: 'open' }], principals: [otto.id] })
  expect(await subscriptionTo(t, otto, open.id)).toMatchObject({ subscriber_count: 2 })
})

test('an answer that was given before is given again only until something changes', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const { id } = channel
  const asked = async () => {
    // From the third time on, an answer may come from memory.
    const answers: (Subscription | undefined)[] = []
    for (let times = 0; times < 4; times++) answers.push(await subscriptionTo(t, otto, id))
    expect(answers).toEqual(answers.map(() => answers[0]))
    return answers[0]
  }
  expect(await asked()).toMatchObject({ first_message_id: null, subscriber_count: 2, is_muted: false })
  const first = await t.given.message(iris, channel, { content: 'hello' })
  expect(await asked()).toMatchObject({ first_message_id: first })
  const muted = [{ stream_id: id, property: 'is_muted', value: true }] as const
  await t.as(otto).call(updateSubscriptionSettings, { subscription_data: [...muted] })
  expect(await asked()).toMatchObject({ is_muted: true })
  await t.as(iris).call(updateStream, { stream_id: id, new_name: 'drawing' })
  expect(await asked()).toMatchObject({ name: 'drawing' })
  await t.as(iris).call(unsubscribe, { subscriptions: ['drawing'] })
  expect(await asked()).toMatchObject({ subscriber_count: 1 })
  expect(await subscriptionTo(t, iris, id)).toBeUndefined()
  expect(await asked()).toMatchObject({ stream_weekly_traffic: null })
  t.clock.advance({ days: 8 })
  expect(await asked()).toMatchObject({ stream_weekly_traffic: expect.any(Number) as number })
})
