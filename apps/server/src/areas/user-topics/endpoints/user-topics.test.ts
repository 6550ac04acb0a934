import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { muteTopic } from '@tagma/contract/endpoints/topics/mute-topic.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('a topic is muted, followed and forgotten, in any case, and only for oneself', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { id, name } = await t.given.channel([iris, otto])
  const now = Math.floor(t.clock.now() / 1000)
  const set = (topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
    t.as(iris).call(updateUserTopic, { stream_id: id, topic, visibility_policy })
  const received = await converge(t, [iris, otto], () => set('Lunch', 1))
  expect(received.get(otto.id)).toEqual([])
  expect(received.get(iris.id)).toMatchObject([
    { type: 'user_topic', stream_id: id, topic_name: 'Lunch', visibility_policy: 1, last_updated: now },
    { type: 'muted_topics', muted_topics: [[name, 'Lunch', now]] },
  ])
  await converge(t, [iris], () => set('', 2))
  await converge(t, [iris], () => set('lunch', 3))
  const state = await t.as(iris).call(registerQueue, {})
  expect(state.user_topics).toEqual([
    { stream_id: id, topic_name: 'general chat', last_updated: now, visibility_policy: 2 },
    { stream_id: id, topic_name: 'lunch', last_updated: now, visibility_policy: 3 },
  ])
  expect(state.muted_topics).toEqual([])
  await converge(t, [iris], () => set('LUNCH', 0))
  const again = await converge(t, [iris], () => set('LUNCH', 0))
  expect(again.get(iris.id)).toEqual([])
})

test('an unknown channel and an invalid policy are refused', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const hidden = await t.given.channel([otto], { invite_only: true })
  const { id, name } = await t.given.channel([iris])
  const refusal = (args: object) =>
    t
      .as(iris)
      .refusal(updateUserTopic, { stream_id: id, topic: 'lunch', visibility_policy: 1, ...args })
      .then(({ message }) => message)
  expect(await refusal({ stream_id: hidden.id })).toBe('Invalid channel ID')
  expect(await refusal({ topic: 'x'.repeat(61) })).toMatch(/limit: 60/)
  expect(await refusal({ visibility_policy: 4 })).toMatch(/visibility_policy/)
  const legacy = (args: object) =>
    t
      .as(iris)
      .refusal(muteTopic, { topic: 'lunch', op: 'remove', ...args })
      .then(({ message }) => message)
  expect(await legacy({})).toBe("Please supply either 'stream' or 'stream_id'.")
  expect(await legacy({ stream_id: id, stream: name })).toBe("Please supply either 'stream' or 'stream_id'.")
})

test('the legacy call mutes by name and by id', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id, name } = await t.given.channel([iris])
  await converge(t, [iris], () => t.as(iris).call(muteTopic, { stream: name, topic: 'lunch', op: 'add' }))
  const { user_topics } = await t.as(iris).call(registerQueue, {})
  expect(user_topics).toMatchObject([{ stream_id: id, topic_name: 'lunch', visibility_policy: 1 }])
  await converge(t, [iris], () => t.as(iris).call(muteTopic, { stream_id: id, topic: 'Lunch', op: 'remove' }))
  // Only a muted topic is unmuted.
  await t.as(iris).call(updateUserTopic, { stream_id: id, topic: 'tea', visibility_policy: 3 })
  const again = await converge(t, [iris], async () => {
    await t.as(iris).call(muteTopic, { stream_id: id, topic: 'lunch', op: 'remove' })
    await t.as(iris).call(muteTopic, { stream_id: id, topic: 'tea', op: 'remove' })
  })
  expect(again.get(iris.id)).toEqual([])
})

test('the list of muted topics is only for clients without its replacement', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const { id } = await t.given.channel([iris])
  const register = (event_types?: string[]) => t.as(iris).call(registerQueue, { event_types })
  const queues = [
    await register(),
    await register(['muted_topics']),
    await register(['muted_topics', 'user_topic']),
  ]
  expect(queues.map((state) => [state.user_topics, state.muted_topics])).toEqual([
    [[], []],
    [undefined, []],
    [[], undefined],
  ])
  await t.as(iris).call(updateUserTopic, { stream_id: id, topic: 'lunch', visibility_policy: 1 })
  const types = []
  for (const { queue_id, last_event_id } of queues) {
    const { events } = await t
      .as(iris)
      .call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
    types.push(events.map((event) => event.type))
  }
  expect(types).toEqual([['user_topic', 'muted_topics'], ['muted_topics'], ['user_topic']])
})
