import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { expect, test } from 'vitest'
import { flushPresence } from '#areas/presence/presence-job.ts'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('leaving a channel is told to the user and to the others', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const { name } = await t.given.channel([member, guest], { invite_only: true })
  const received = await converge(t, [administrator, member, guest], async () => {
    const call = { subscriptions: [name, name], principals: [guest.id] }
    expect(await t.as(administrator).call(unsubscribe, call)).toEqual({ removed: [name], not_removed: [] })
  })
  expect(received.get(guest.id)?.map(({ type, op }) => [type, op])).toEqual([
    ['subscription', 'remove'],
    ['stream', 'delete'],
  ])
  expect(received.get(member.id)?.map(({ op }) => op)).toEqual(['peer_remove'])
  expect(await t.as(member).call(unsubscribe, { subscriptions: ['general'] })).toEqual({
    removed: ['general'],
    not_removed: [],
  })
  expect(await t.as(member).call(unsubscribe, { subscriptions: ['general', name] })).toEqual({
    removed: [name],
    not_removed: ['general'],
  })
})

test('a user who left a channel keeps their settings for it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id, name } = await t.given.channel([iris, otto])
  const set = (property: 'color' | 'pin_to_top', value: string | boolean) =>
    t.as(iris).call(updateSubscriptionSettings, { subscription_data: [{ stream_id: id, property, value }] })
  await set('color', '#76ce90')
  await set('pin_to_top', true)
  await converge(t, [iris, otto], () => t.as(iris).call(unsubscribe, { subscriptions: [name] }))
  const { unsubscribed } = await t.as(iris).call(registerQueue, { include_subscribers: true })
  expect(unsubscribed).toMatchObject([
    { stream_id: id, color: '#76ce90', pin_to_top: true, is_muted: false, subscribers: [otto.id] },
  ])
})

test('administrators, owners of bots and the group that the channel names remove others', async () => {
  const t = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  const { iris } = await t.given.members('iris')
  const bot = await t.given.bot('helper', iris)
  const { id, name } = await t.given.channel([administrator, iris, member, bot])
  const remove = (user: typeof iris) => ({ subscriptions: [name], principals: [user.id] })
  expect(await t.as(moderator).refusal(unsubscribe, remove(member))).toMatchObject({
    message: 'Insufficient permission',
  })
  expect(await t.as(member).refusal(unsubscribe, remove(bot))).toMatchObject({
    message: 'Insufficient permission',
  })
  expect((await t.as(iris).call(unsubscribe, remove(bot))).removed).toEqual([name])
  await t.as(administrator).call(updateStream, {
    stream_id: id,
    can_remove_subscribers_group: { new: t.directory.systemGroup('role:moderators').id },
  })
  expect((await t.as(moderator).call(unsubscribe, remove(member))).removed).toEqual([name])
  expect((await t.as(administrator).call(unsubscribe, remove(iris))).removed).toEqual([name])
  // Members of the group need access to the private channel.
  const hidden = await t.given.channel([iris, member], {
    invite_only: true,
    can_remove_subscribers_group: t.directory.systemGroup('role:moderators').id,
  })
  expect(
    await t.as(moderator).refusal(unsubscribe, { subscriptions: [hidden.name], principals: [member.id] }),
  ).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', fields: { stream: hidden.name } })
})

test('a user who administers a channel removes nobody, unless the channel allows it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  // Iris made the channel, and administers it.
  const { id, name } = await t.given.channel([iris, otto])
  const call = { subscriptions: [name], principals: [otto.id] }
  expect(await t.as(iris).refusal(unsubscribe, call)).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Insufficient permission',
  })
  const own = { direct_members: [iris.id], direct_subgroups: [] }
  await t.as(iris).call(updateStream, { stream_id: id, can_remove_subscribers_group: { new: own } })
  expect((await t.as(iris).call(unsubscribe, call)).removed).toEqual([name])
})

test('an owner removes their bot only from channels that the owner can access', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('helper', iris)
  const hidden = await t.given.channel([otto, bot], { invite_only: true })
  const call = { subscriptions: [hidden.name], principals: [bot.id] }
  expect(await t.as(iris).refusal(unsubscribe, call)).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
  await t.as(otto).call(subscribe, { subscriptions: [{ name: hidden.name }], principals: [iris.id] })
  expect((await t.as(iris).call(unsubscribe, call)).removed).toEqual([hidden.name])
})

test('several people leave several channels, by id or by address, and the answer names channels', async () => {
  const t = await testApp()
  const administrator = await t.given.user('administrator', { role: 'administrator' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const one = await t.given.channel([iris, otto], { name: 'One' })
  const two = await t.given.channel([otto], { name: 'Two' })
  const three = await t.given.channel([administrator], { name: 'Three' })
  const subscriptions = [one, two, three].map(({ name }) => name.toUpperCase())
  const leave = (principals: number[] | string[]) =>
    t.as(administrator).call(unsubscribe, { subscriptions, principals })
  expect(await leave([iris.id, otto.id])).toEqual({ removed: ['One', 'Two'], not_removed: ['Three'] })
  expect(await leave([iris.email, otto.email])).toEqual({
    removed: [],
    not_removed: ['One', 'Two', 'Three'],
  })
})

test('an unknown channel or person is refused, and nobody is removed', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).refusal(unsubscribe, { subscriptions: ['general', 'nowhere'] })).toMatchObject({
    status: 400,
    code: 'STREAM_DOES_NOT_EXIST',
    fields: { stream: 'nowhere' },
  })
  expect(
    await t.as(iris).refusal(unsubscribe, { subscriptions: ['general'], principals: [99_999] }),
  ).toMatchObject({ code: 'BAD_REQUEST', message: 'No such user' })
  const { subscriptions } = await t.as(iris).call(getSubscriptions, {})
  expect(subscriptions.map(({ name }) => name)).toEqual(['general'])
})

test('subscribers are listed in full, or in part if there are many', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('helper', iris)
  const crowd = await Promise.all(Array.from({ length: 250 }, (_, index) => t.given.user(`user${index}`)))
  const large = await t.given.channel([iris, bot, ...crowd])
  const small = await t.given.channel([iris, otto])
  t.clock.advance({ days: 15 })
  await t.given.message(iris, small)
  const list = async (include_subscribers: boolean | 'partial', id: number) => {
    const { subscriptions } = await t.as(iris).call(getSubscriptions, { include_subscribers })
    const channel = subscriptions.find(({ stream_id }) => stream_id === id)
    return [channel?.subscribers, channel?.partial_subscribers, channel?.subscriber_count]
  }
  const everybody = [iris.id, bot.id, ...crowd.map((user) => user.id)].toSorted((a, b) => a - b)
  expect(await list(true, large.id)).toEqual([everybody, undefined, 252])
  expect(await list(false, large.id)).toEqual([undefined, undefined, 252])
  expect(await list('partial', large.id)).toEqual([undefined, [iris.id, bot.id], 252])
  const here = crowd[0] ?? otto
  await t.as(here).call(updatePresence, { status: 'active' })
  await flushPresence(t.app.services, t.organizationId)
  expect(await list('partial', large.id)).toEqual([
    undefined,
    [iris.id, bot.id, here.id].toSorted((a, b) => a - b),
    252,
  ])
  expect(await list('partial', small.id)).toEqual([[iris.id, otto.id], undefined, 2])
})

test('push notifications by default are decided at the very first subscription', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const { id, name } = await t.given.channel([administrator], { default_push_notifications: true })
  const push = async () =>
    (await t.as(member).call(getSubscriptions, {})).subscriptions.find(({ stream_id }) => stream_id === id)
      ?.push_notifications
  await t.as(member).call(subscribe, { subscriptions: [{ name }] })
  expect(await push()).toBe(true)
  await t.as(administrator).call(updateStream, { stream_id: id, default_push_notifications: false })
  await t.as(member).call(unsubscribe, { subscriptions: [name] })
  await t.as(member).call(subscribe, { subscriptions: [{ name }] })
  expect(await push()).toBe(true)
})
