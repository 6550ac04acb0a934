import type { Args } from '@tagma/contract/define.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getNewestTopics } from '@tagma/contract/endpoints/messages/get-newest-topics.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'

const topicsOf = (t: TestApp, user: Account, args: Partial<Args<typeof getNewestTopics>> = {}) =>
  t.as(user).call(getNewestTopics, { allow_empty_topic_name: true, ...args })

test('topics of several channels come in the order of their newest messages, page by page', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const design = await t.given.channel([iris, otto])
  const engine = await t.given.channel([iris])
  await t.given.message(iris, design, { topic: 'Colors' })
  const empty = await t.given.message(iris, engine, { topic: '' })
  const paper = await t.given.message(iris, design, { topic: 'paper' })
  const colors = await t.given.message(iris, design, { topic: 'colors' })
  const all = [
    { stream_id: design.id, name: 'Colors', max_id: colors },
    { stream_id: design.id, name: 'paper', max_id: paper },
    { stream_id: engine.id, name: '', max_id: empty },
  ]
  expect(await topicsOf(t, iris)).toEqual({ topics: all, found_oldest: true })
  expect(await topicsOf(t, iris, { limit: 2 })).toEqual({ topics: all.slice(0, 2), found_oldest: false })
  expect(await topicsOf(t, iris, { limit: 2, before: paper })).toEqual({
    topics: all.slice(2),
    found_oldest: true,
  })
  // Otto may read the other channel, too, but is not in it.
  expect((await topicsOf(t, otto)).topics).toEqual(all)
  expect((await topicsOf(t, otto, { subscribed: true })).topics).toEqual(all.slice(0, 2))
  expect((await topicsOf(t, iris, { allow_empty_topic_name: false })).topics.at(-1)?.name).toBe(
    'general chat',
  )
})

test('all channels together have the topics of each alone, for guests, bots, protected history and archived channels', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const owner = await t.given.user('owner', { role: 'owner' })
  const guest = await t.given.user('guest', { role: 'guest' })
  const bot = await t.given.bot('helper', otto)
  const closed = { name: 'closed', invite_only: true, history_public_to_subscribers: false }
  const secret = await t.given.channel([iris], closed)
  await t.given.message(iris, secret, { topic: 'first' })
  await t.given.channel([iris, otto], { name: 'closed' })
  await t.given.message(iris, secret, { topic: 'second' })
  await t.given.channel([iris, bot], { name: 'closed' })
  await t.given.message(iris, secret, { topic: 'third' })
  await t.given.message(iris, secret, { topic: 'first' })
  const open = await t.given.channel([owner])
  const shown = await t.given.channel([owner, guest])
  const hidden = await t.given.channel([owner], { invite_only: true })
  for (const channel of [open, shown, hidden]) await t.given.message(owner, channel, { topic: 'kept' })
  await t.as(owner).call(archiveStream, { stream_id: open.id })
  await t.as(iris).call(updateUserTopic, { stream_id: open.id, topic: 'kept', visibility_policy: 1 })
  for (const user of [iris, otto, bot, owner, guest]) {
    const apart: { stream_id: number; name: string; max_id: number }[] = []
    for (const { id } of [secret, open, shown, hidden])
      await t
        .as(user)
        .call(getStreamTopics, { stream_id: id, allow_empty_topic_name: true })
        .then(
          ({ topics }) => apart.push(...topics.map((topic) => ({ stream_id: id, ...topic }))),
          () => undefined,
        )
    const { topics } = await topicsOf(t, user)
    const known = new Set([secret.id, open.id, shown.id, hidden.id])
    expect(topics.filter(({ stream_id }) => known.has(stream_id))).toEqual(
      apart.toSorted((a, b) => b.max_id - a.max_id),
    )
  }
  const names = async (user: Account) => (await topicsOf(t, user)).topics.map(({ name }) => name)
  expect(await names(guest)).toEqual(['kept'])
  const elsewhere = await testApp()
  expect(
    (await topicsOf(elsewhere, await elsewhere.given.user('stranger', { role: 'owner' }))).topics,
  ).toEqual([])
})

test('a page that is smaller than the number of channels still has the newest topics, and the next page the others', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channels = []
  for (let at = 0; at < 5; at++) channels.push(await t.given.channel([iris]))
  const ids = []
  for (const topic of ['one', 'two'])
    for (const channel of channels) ids.push(await t.given.message(iris, channel, { topic }))
  const { topics } = await topicsOf(t, iris, { limit: 3 })
  expect(topics.map(({ max_id }) => max_id)).toEqual(ids.slice(-3).toReversed())
  const older = await topicsOf(t, iris, { limit: 1000, before: topics.at(-1)?.max_id })
  expect(older.topics.map(({ max_id }) => max_id)).toEqual(ids.slice(0, -3).toReversed())
})

test.each([0, 1001])('a limit of %i is refused', async (limit) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).refusal(getNewestTopics, { limit })).toMatchObject({ code: 'BAD_REQUEST' })
})
