import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateSubscriptionProperty } from '@tagma/contract/endpoints/channels/update-subscription-property.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { updateSubscriptions } from '@tagma/contract/endpoints/channels/update-subscriptions.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('each property changes, and muting does under both of its names', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id } = await t.given.channel([iris, otto], { name: 'design' })
  const received = await converge(t, [iris, otto], () =>
    t.as(iris).call(updateSubscriptionSettings, {
      subscription_data: [
        { stream_id: id, property: 'color', value: '#ABC' },
        { stream_id: id, property: 'in_home_view', value: false },
        { stream_id: id, property: 'pin_to_top', value: true },
        { stream_id: id, property: 'desktop_notifications', value: true },
        { stream_id: id, property: 'audible_notifications', value: false },
        { stream_id: id, property: 'push_notifications', value: true },
        { stream_id: id, property: 'email_notifications', value: false },
        { stream_id: id, property: 'wildcard_mentions_notify', value: true },
      ],
    }),
  )
  expect(received.get(otto.id)).toEqual([])
  expect(received.get(iris.id)?.map(({ property, value }) => [property, value])).toEqual([
    ['color', '#aabbcc'],
    ['in_home_view', false],
    ['is_muted', true],
    ['pin_to_top', true],
    ['desktop_notifications', true],
    ['audible_notifications', false],
    ['push_notifications', true],
    ['email_notifications', false],
    ['wildcard_mentions_notify', true],
  ])
  const { subscriptions } = await t.as(iris).call(getSubscriptions, {})
  expect(subscriptions.find((channel) => channel.stream_id === id)).toMatchObject({
    color: '#aabbcc',
    is_muted: true,
    in_home_view: false,
    pin_to_top: true,
    desktop_notifications: true,
    audible_notifications: false,
    push_notifications: true,
    email_notifications: false,
    wildcard_mentions_notify: true,
  })
})

test('one invalid change refuses all of them', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const mine = await t.given.channel([iris])
  const other = await t.given.channel([otto])
  const refusal = (
    ...changes: { stream_id: number; property: 'color' | 'is_muted'; value: string | boolean }[]
  ) =>
    t
      .as(iris)
      .refusal(updateSubscriptionSettings, { subscription_data: changes })
      .then(({ message }) => message)
  const good = { stream_id: mine.id, property: 'is_muted' as const, value: true }
  expect(await refusal(good, { stream_id: other.id, property: 'is_muted', value: true })).toBe(
    `Not subscribed to channel ID ${other.id}`,
  )
  expect(await refusal(good, { stream_id: mine.id, property: 'color', value: 'red' })).toBe(
    'color is not a valid hex color code',
  )
  expect(await refusal(good, { stream_id: mine.id, property: 'is_muted', value: 'yes' })).toBe(
    'is_muted is not a boolean',
  )
  const { subscriptions } = await t.as(iris).call(getSubscriptions, {})
  expect(subscriptions.find((channel) => channel.stream_id === mine.id)?.is_muted).toBe(false)
})

test('the endpoint for one channel takes its value raw or as JSON', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id } = await t.given.channel([iris])
  await converge(t, [iris], async () => {
    await t.as(iris).call(updateSubscriptionProperty, { stream_id: id, property: 'color', value: '#112233' })
    await t.as(iris).call(updateSubscriptionProperty, { stream_id: id, property: 'is_muted', value: true })
  })
  const { subscriptions } = await t.as(iris).call(getSubscriptions, {})
  expect(subscriptions.find((channel) => channel.stream_id === id)).toMatchObject({
    color: '#112233',
    is_muted: true,
  })
})

test('a user who leaves a channel and comes back finds their settings again', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id, name } = await t.given.channel([iris])
  await t.as(iris).call(updateSubscriptionProperty, { stream_id: id, property: 'color', value: '#112233' })
  await t.as(iris).call(unsubscribe, { subscriptions: [name] })
  await converge(t, [iris], async () => {
    const answer = await t.as(iris).call(updateSubscriptions, { add: [{ name }], delete: ['general'] })
    expect(answer).toEqual({
      subscribed: { [iris.id]: [name] },
      already_subscribed: {},
      removed: ['general'],
      not_removed: [],
      new_subscription_messages_sent: false,
    })
  })
  const { subscriptions } = await t.as(iris).call(getSubscriptions, {})
  expect(subscriptions.find((channel) => channel.stream_id === id)?.color).toBe('#112233')
  expect(await t.as(iris).refusal(updateSubscriptions, {})).toMatchObject({
    message: 'Nothing to do. Specify at least one of "add" or "delete".',
  })
})

test.each([
  ['is_muted', true, ['is_muted true', 'in_home_view false']],
  ['is_muted', false, ['is_muted false', 'in_home_view true']],
  ['in_home_view', true, ['in_home_view true', 'is_muted false']],
  ['pin_to_top', true, ['pin_to_top true']],
] as const)('%s set to %s by either endpoint causes its events', async (property, value, expected) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id: stream_id } = await t.given.channel([iris])
  const change = { stream_id, property, value }
  for (const act of [
    () => t.as(iris).call(updateSubscriptionSettings, { subscription_data: [change] }),
    () => t.as(iris).call(updateSubscriptionProperty, change),
  ]) {
    const received = await converge(t, [iris], act)
    const told = received.get(iris.id)?.map((event) => `${String(event.property)} ${String(event.value)}`)
    expect(told?.toSorted()).toEqual(expected.toSorted())
  }
})

test('both endpoints refuse an unknown property, an unknown channel and an invalid value', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id } = await t.given.channel([iris])
  const rows: [object, RegExp][] = [
    [{ property: 'role', value: true }, /property/],
    [{ property: 'pin_to_top', value: 'true!' }, /^pin_to_top is not a boolean$/],
    [{ property: 'color', value: true }, /^color is not a /],
    [{ property: 'color', value: '#12345' }, /^color is not a valid hex color code$/],
    [{ stream_id: 99_999, property: 'pin_to_top', value: true }, /^Not subscribed to channel ID 99999$/],
  ]
  for (const [row, message] of rows) {
    const change = { stream_id: id, ...row } as { stream_id: number; property: 'color'; value: string }
    const subscription_data = [change]
    const refusals = [
      await t.as(iris).refusal(updateSubscriptionSettings, { subscription_data }),
      await t.as(iris).refusal(updateSubscriptionProperty, change),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'BAD_REQUEST', message })
  }
})
