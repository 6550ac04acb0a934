import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('subscribing to an unknown channel creates it, and everybody learns of it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const received = await converge(t, [iris, otto, guest], async () => {
    const answer = await t
      .as(iris)
      .call(subscribe, { subscriptions: [{ name: 'design', description: 'How **things** look' }] })
    expect(answer).toEqual({
      subscribed: { [iris.id]: ['design'] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    })
  })
  expect(received.get(guest.id)).toEqual([])
  const { subscriptions } = await t.as(iris).call(getSubscriptions, {})
  expect(subscriptions.find((channel) => channel.name === 'design')).toMatchObject({
    creator_id: iris.id,
    rendered_description: '<p>How <strong>things</strong> look</p>',
    invite_only: false,
    color: '#fae589',
    in_home_view: true,
  })
})

test('others can be subscribed by id or by email address, and a repeated call changes nothing', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  await t.given.channel([iris], { name: 'design' })
  const first = await t
    .as(iris)
    .call(subscribe, { subscriptions: [{ name: 'DESIGN' }], principals: [otto.id] })
  expect(first).toEqual({
    subscribed: { [otto.id]: ['design'] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
  })
  const second = await t
    .as(iris)
    .call(subscribe, { subscriptions: [{ name: 'design' }], principals: [otto.email, mia.email] })
  expect(second).toEqual({
    subscribed: { [mia.id]: ['design'] },
    already_subscribed: { [otto.id]: ['design'] },
    new_subscription_messages_sent: true,
  })
})

test('an unknown principal is refused, and no channel is created', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const refusal = await t
    .as(iris)
    .refusal(subscribe, { subscriptions: [{ name: 'design' }], principals: [iris.id, 999_999] })
  expect(refusal).toMatchObject({ status: 400, code: 'BAD_REQUEST', message: 'No such user' })
  expect(t.directory.channelByName('design')).toBeUndefined()
})

test('two callers who create the same channel at once end with one channel and no error', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const [one, two] = await Promise.all([
    t.as(iris).call(subscribe, { subscriptions: [{ name: 'twice' }] }),
    t.as(otto).call(subscribe, { subscriptions: [{ name: 'Twice' }] }),
  ])
  // The first caller decides the case of the name.
  const name = t.directory.channelByName('twice')?.name
  expect(one.subscribed).toEqual({ [iris.id]: [name] })
  expect(two.subscribed).toEqual({ [otto.id]: [name] })
})
