import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test("a private channel starts with its creator's settings, and is announced only to people who may know it", async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const received = await converge(t, [iris, otto, administrator, member, guest], () =>
    t.as(iris).call(subscribe, {
      subscriptions: [{ name: 'plans' }],
      principals: [iris.id, guest.id],
      invite_only: true,
      can_send_message_group: { direct_members: [otto.id, iris.id, iris.id], direct_subgroups: [] },
      can_add_subscribers_group: t.directory.systemGroup('role:moderators').id,
    }),
  )
  expect(received.get(member.id)?.map((event) => event.type)).toEqual([])
  expect(received.get(administrator.id)?.map(({ type, op }) => `${type} ${op}`)).toEqual([
    'stream create',
    'subscription peer_add',
  ])
  expect(received.get(guest.id)?.map(({ type, op }) => `${type} ${op ?? ''}`)).toEqual([
    'stream create',
    'subscription add',
    'message ',
  ])
  const id = t.directory.channelByName('plans')?.id ?? 0
  const { stream } = await t.as(administrator).call(getStreamById, { stream_id: id })
  expect(stream).toMatchObject({
    invite_only: true,
    history_public_to_subscribers: false,
    is_web_public: false,
    creator_id: iris.id,
    message_retention_days: null,
    topics_policy: 'inherit',
    folder_id: null,
    first_message_id: null,
    subscriber_count: 2,
    is_recently_active: true,
    stream_weekly_traffic: null,
    default_push_notifications: false,
    stream_post_policy: 1,
    can_send_message_group: { direct_members: [iris.id, otto.id], direct_subgroups: [] },
    can_add_subscribers_group: t.directory.systemGroup('role:moderators').id,
    can_administer_channel_group: { direct_members: [iris.id], direct_subgroups: [] },
    can_remove_subscribers_group: t.directory.systemGroup('role:administrators').id,
    can_subscribe_group: t.directory.systemGroup('role:nobody').id,
  })
  expect(await t.as(otto).refusal(getStreamById, { stream_id: id })).toMatchObject({
    message: 'Invalid channel ID',
  })
})

test('parameters of new channels do not change existing ones', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  await t.given.channel([owner], { name: 'old' })
  await t.as(owner).call(subscribe, {
    subscriptions: [{ name: 'old' }, { name: 'new' }],
    message_retention_days: 30,
    topics_policy: 'disable_empty_topic',
    default_push_notifications: true,
    is_default_stream: true,
  })
  const { subscriptions } = await t.as(owner).call(getSubscriptions, {})
  const settings = (name: string) => {
    const channel = subscriptions.find((candidate) => candidate.name === name)
    return [channel?.message_retention_days, channel?.topics_policy, channel?.default_push_notifications]
  }
  expect(settings('old')).toEqual([null, 'inherit', false])
  expect(settings('new')).toEqual([30, 'disable_empty_topic', true])
  expect(t.directory.channelByName('new')?.isDefault).toBe(true)
  await t
    .as(owner)
    .call(subscribe, { subscriptions: [{ name: 'kept' }], message_retention_days: 'unlimited' })
  expect(t.directory.channelByName('kept')?.messageRetentionDays).toBe(-1)
})

test('only administrators make default channels and set push notifications, only owners set retention', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const make = { subscriptions: [{ name: 'new' }] }
  expect(await t.as(member).refusal(subscribe, { ...make, default_push_notifications: true })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
    message: 'Must be an organization administrator',
  })
  expect(await t.as(administrator).refusal(subscribe, { ...make, message_retention_days: 3 })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
    message: 'Must be an organization owner',
  })
  expect(await t.as(member).refusal(subscribe, { ...make, is_default_stream: true })).toMatchObject({
    message: 'Insufficient permission',
  })
  expect(
    await t.as(administrator).refusal(subscribe, { ...make, is_default_stream: true, invite_only: true }),
  ).toMatchObject({ message: 'A default channel cannot be private.' })
  expect(t.directory.channelByName('new')).toBeUndefined()
})

test("web-public channels need the organization's setting, the permission and the server", async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const make = { subscriptions: [{ name: 'open' }], is_web_public: true }
  expect(await t.as(owner).refusal(subscribe, make)).toMatchObject({
    message: 'Web-public channels are not enabled.',
  })
  expect(await t.as(owner).refusal(subscribe, { ...make, invite_only: true })).toMatchObject({
    message: 'A channel cannot be both private and web-public.',
  })
})

test('settings refuse unknown people and groups that are not allowed in them', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refusal = (settings: object) =>
    t
      .as(iris)
      .refusal(subscribe, { subscriptions: [{ name: 'new' }], ...settings })
      .then(({ message }) => message)
  const everyone = t.directory.systemGroup('role:everyone').id
  expect(await refusal({ can_administer_channel_group: everyone })).toBe(
    "'can_administer_channel_group' setting cannot be set to 'role:everyone' group.",
  )
  expect(
    await refusal({ can_subscribe_group: { direct_members: [iris.id], direct_subgroups: [everyone] } }),
  ).toBe("'can_subscribe_group' setting cannot be set to 'role:everyone' group.")
  expect(await refusal({ can_send_message_group: 99_999 })).toBe('Invalid user group ID: 99999')
  expect(await refusal({ can_send_message_group: { direct_members: [99_999], direct_subgroups: [] } })).toBe(
    'Invalid user ID: 99999',
  )
  expect(await refusal({ can_send_message_group: 'everybody' })).toMatch(/can_send_message_group/)
  expect(await refusal({ folder_id: 12 })).toBe('Invalid channel folder ID')
  expect(t.directory.channelByName('new')).toBeUndefined()
})

test('names are refused that are too long, blank, given twice or contain control characters', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refusal = (...names: string[]) =>
    t
      .as(iris)
      .refusal(subscribe, { subscriptions: names.map((name) => ({ name })) })
      .then(({ message }) => message)
  expect(await refusal('x'.repeat(61))).toContain('too long (limit: 60 characters)')
  expect(await refusal('  ')).toContain('cannot be blank')
  expect(await refusal('a\u0007b')).toContain('not allowed in a name')
  expect(await refusal('design', 'Design')).toBe("Channel named twice: 'Design'")
})

test('people subscribed by somebody else get one direct message, unless the caller turns it off', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('helper', iris)
  const answer = await t.as(iris).call(subscribe, {
    subscriptions: [{ name: 'a < b & c.d' }, { name: 'two' }],
    principals: [iris.id, otto.id, bot.id],
  })
  expect(answer.new_subscription_messages_sent).toBe(true)
  await t.as(iris).call(subscribe, { subscriptions: [{ name: 'three' }], principals: [otto.id] })
  const quiet = await t.as(iris).call(subscribe, {
    subscriptions: [{ name: 'four' }],
    principals: [otto.id],
    send_new_subscription_messages: false,
  })
  expect(quiet).not.toHaveProperty('new_subscription_messages_sent')
  const { messages } = await t
    .as(otto)
    .call(getMessages, { anchor: 0, num_before: 0, num_after: 10, apply_markdown: false })
  expect(messages.map((message) => message.content)).toEqual([
    `@_**iris|${iris.id}** subscribed you to the following channels:\n\n* #**a < b & c.d**\n* #**two**`,
    `@_**iris|${iris.id}** subscribed you to the channel #**three**.`,
  ])
  const rendered = await t
    .as(otto)
    .call(getMessages, { anchor: 0, num_before: 0, num_after: 10, apply_markdown: true })
  const sender = t.directory.users.get(iris.id)
  for (const [index, message] of messages.entries()) {
    const { html } = await renderContent(t.app.services, t.directory, sender!, message.content)
    expect(rendered.messages[index]?.content).toBe(html)
  }
  const own = await t.as(iris).call(getMessages, { anchor: 0, num_before: 0, num_after: 10 })
  expect(own.messages).toEqual([])
})

test("new public channels are announced in the organization's channel for announcements", async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(iris).call(subscribe, { subscriptions: [{ name: 'design' }], announce: true })
  await t.as(iris).call(subscribe, { subscriptions: [{ name: 'secret' }], announce: true, invite_only: true })
  const { messages } = await t
    .as(otto)
    .call(getMessages, { anchor: 0, num_before: 0, num_after: 10, apply_markdown: false })
  expect(messages.map(({ subject, content }) => [subject, content])).toEqual([
    ['new channels', `@_**iris|${iris.id}** created a new channel #**design**.`],
  ])
})

test('a channel can be made for others, and two channels never share a name', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  await converge(t, [iris, otto, guest], async () => {
    const { id } = await t.as(iris).call(createChannel, { name: 'design', subscribers: [otto.id] })
    expect(t.directory.channels.get(id)?.name).toBe('design')
  })
  expect(await t.as(otto).refusal(createChannel, { name: 'DESIGN', subscribers: [] })).toMatchObject({
    status: 409,
    code: 'CHANNEL_ALREADY_EXISTS',
  })
  expect(await t.as(guest).refusal(createChannel, { name: 'new', subscribers: [] })).toMatchObject({
    message: 'Insufficient permission',
  })
})

test('channels the caller may not join fail the call, or are left out if the caller wants that', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.channel([iris], { name: 'plans', invite_only: true })
  const call = { subscriptions: [{ name: 'plans' }, { name: 'design' }] }
  expect(await t.as(otto).refusal(subscribe, call)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Unable to access channel (plans).',
  })
  expect(t.directory.channelByName('design')).toBeUndefined()
  expect(await t.as(otto).call(subscribe, { ...call, authorization_errors_fatal: false })).toMatchObject({
    subscribed: { [otto.id]: ['design'] },
    unauthorized: ['plans'],
  })
})
