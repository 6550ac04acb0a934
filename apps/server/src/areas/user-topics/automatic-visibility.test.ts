import { updateSubscriptionProperty } from '@tagma/contract/endpoints/channels/update-subscription-property.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { VisibilityPolicy } from '@tagma/contract/objects/user-topic.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { mergedPolicy } from './move-visibility.ts'

/** Visibility policies of a user's topics, by name. */
async function policies(t: TestApp, user: Account): Promise<Record<string, number>> {
  const { user_topics = [] } = await t.as(user).call(registerQueue, { event_types: ['user_topic'] })
  return Object.fromEntries(user_topics.map((topic) => [topic.topic_name, topic.visibility_policy]))
}

const acts = ['takes part', 'sends', 'starts'] as const

test.each(
  acts.flatMap((act, index) =>
    ([1, 2, 3, 4] as const).flatMap((setting) =>
      [true, false].map((isMuted) => [act, setting, isMuted, setting <= index + 1] as const),
    ),
  ),
)(
  'who %s with the settings at %d, channel muted %s: changed %s',
  async (act, setting, isMuted, isChanged) => {
    const t = await testApp()
    const { iris, otto } = await t.given.members('iris', 'otto')
    const channel = await t.given.channel([iris, otto])
    const message_id = await t.given.message(otto, channel, { topic: 'old' })
    if (isMuted)
      await t
        .as(iris)
        .call(updateSubscriptionProperty, { stream_id: channel.id, property: 'is_muted', value: true })
    for (const [name, policy] of [
      ['automatically_follow_topics_policy', 3],
      ['automatically_unmute_topics_in_muted_streams_policy', 2],
    ] as const) {
      await t.as(iris).call(updateSettings, {
        automatically_follow_topics_policy: 4,
        automatically_unmute_topics_in_muted_streams_policy: 4,
        [name]: setting,
      })
      const topic = act === 'starts' ? name : 'old'
      if (act !== 'starts')
        await t.as(iris).call(updateUserTopic, { stream_id: channel.id, topic, visibility_policy: 0 })
      const expected = isChanged && (policy === 3 || isMuted) ? policy : undefined
      let answered: number | undefined
      const received = await converge(t, [iris, otto], async () => {
        if (act === 'takes part')
          await t.as(iris).call(addReaction, { message_id, emoji_name: policy === 3 ? 'octopus' : 'tada' })
        else
          answered = (
            await t.as(iris).call(sendMessage, { type: 'channel', to: channel.id, topic, content: 'Hello' })
          ).automatic_new_visibility_policy
      })
      expect(answered).toBe(act === 'takes part' ? undefined : expected)
      expect((await policies(t, iris))[topic]).toBe(expected)
      expect(received.get(otto.id)?.filter(({ type }) => type === 'user_topic')).toEqual([])
    }
  },
)

test('sending only makes a topic more visible: muted becomes followed, followed stays', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  await t.as(iris).call(updateSettings, { automatically_follow_topics_policy: 2 })
  const send = async () =>
    (await t.as(iris).call(sendMessage, { type: 'channel', to: channel.id, topic: 'lunch', content: 'Hi' }))
      .automatic_new_visibility_policy
  await t.as(iris).call(updateUserTopic, { stream_id: channel.id, topic: 'Lunch', visibility_policy: 1 })
  const received = await converge(t, [iris], async () => expect(await send()).toBe(3))
  expect(received.get(iris.id)?.filter(({ type }) => type === 'muted_topics')).toMatchObject([
    { muted_topics: [] },
  ])
  await t.as(iris).call(updateSettings, {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 1,
  })
  expect(await send()).toBeUndefined()
  expect(await policies(t, iris)).toEqual({ lunch: 3 })
})

test('a mention follows the topic for subscribed people who want that; bots and wildcards change nothing', async () => {
  const t = await testApp()
  const { iris, otto, mia, outsider } = await t.given.members('iris', 'otto', 'mia', 'outsider')
  const bot = await t.given.bot('helper', iris)
  const channel = await t.given.channel([iris, otto, mia, bot])
  await t.as(mia).call(updateSettings, { automatically_follow_topics_where_mentioned: false })
  await converge(t, [iris, otto, mia, outsider], () =>
    t.given.message(bot, channel, {
      topic: 'lunch',
      content: '@**otto** @**mia** @**outsider** @**helper** @_**iris** @**all**',
    }),
  )
  for (const user of [iris, mia, outsider, bot]) expect(await policies(t, user)).toEqual({})
  expect(await policies(t, otto)).toEqual({ lunch: 3 })
})

const inTopic: readonly VisibilityPolicy[] = [0, 1, 2, 3]

test('a topic that moves as a whole keeps its users’ visibility policies', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const guest = await t.given.user('guest', { role: 'guest' })
  const moderator = await t.given.user('mod', { role: 'moderator' })
  const from = await t.given.channel([moderator, iris, otto, mia, guest])
  const to = await t.given.channel([moderator, iris, otto, mia])
  const message_id = await t.given.message(moderator, from, { topic: 'lunch' })
  const said: [Account, VisibilityPolicy][] = [
    [iris, 1],
    [otto, 2],
    [guest, 3],
  ]
  for (const [user, visibility_policy] of said)
    await t.as(user).call(updateUserTopic, { stream_id: from.id, topic: 'lunch', visibility_policy })
  const observers = [moderator, iris, otto, mia, guest]
  const move = (args: object) => () =>
    t.as(moderator).call(updateMessage, {
      message_id,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
      ...args,
    })
  const received = await converge(t, observers, move({ topic: 'Dinner' }))
  expect(received.get(otto.id)?.filter(({ type }) => type === 'user_topic')).toMatchObject([
    { topic_name: 'lunch', visibility_policy: 0 },
    { topic_name: 'Dinner', visibility_policy: 2 },
  ])
  expect(received.get(mia.id)?.map(({ type }) => type)).toEqual(['update_message'])
  await converge(t, observers, move({ topic: 'DINNER' }))
  expect(await policies(t, guest)).toEqual({ DINNER: 3 })
  await converge(t, observers, move({ stream_id: to.id }))
  expect(await policies(t, iris)).toEqual({ DINNER: 1 })
  expect(await policies(t, otto)).toEqual({ DINNER: 2 })
  expect(await policies(t, moderator)).toEqual({ DINNER: 3 })
  expect(await policies(t, guest), 'who cannot see the new place').toEqual({})
})

test('a topic of which a part moves keeps its policies in the old place', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const first = await t.given.message(iris, channel, { topic: 'lunch' })
  await t.given.message(iris, channel, { topic: 'lunch' })
  await converge(t, [iris], () =>
    t.as(iris).call(updateMessage, { message_id: first, topic: 'dinner', propagate_mode: 'change_one' }),
  )
  expect(await policies(t, iris)).toEqual({ lunch: 3 })
})

test('where topics become one, followed or unmuted wins, and muted stays if both were muted', async () => {
  const merged = inTopic.map((one) => inTopic.map((other) => mergedPolicy(one, other)))
  expect(merged).toEqual([
    [0, 0, 2, 3],
    [0, 1, 2, 3],
    [2, 2, 2, 3],
    [3, 3, 3, 3],
  ])
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const message_id = await t.given.message(iris, channel, { topic: 'lunch' })
  await t.given.message(iris, channel, { topic: 'dinner' })
  for (const [topic, visibility_policy] of [
    ['lunch', 0],
    ['dinner', 1],
  ] as const)
    await t.as(otto).call(updateUserTopic, { stream_id: channel.id, topic, visibility_policy })
  await converge(t, [iris, otto], () =>
    t.as(iris).call(updateMessage, { message_id, topic: 'dinner', propagate_mode: 'change_all' }),
  )
  expect(await policies(t, iris)).toEqual({ dinner: 3 })
  expect(await policies(t, otto)).toEqual({})
})
