import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateSubscriptionProperty } from '@tagma/contract/endpoints/channels/update-subscription-property.ts'
import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { updateSubscriptions } from '@tagma/contract/endpoints/channels/update-subscriptions.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('each property changes, muting under both of its names', async () => {
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

test('one bad change refuses them all', async () => {
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

test('the single variant takes its value raw or as JSON', async () => {
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

test('the settings of somebody who leaves are there when they come back', async () => {
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
