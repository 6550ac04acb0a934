import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { expect, test } from 'vitest'
import { type Account, testApp } from '#test/app.ts'

const badRequest = { code: 'BAD_REQUEST', message: 'Invalid channel ID' }

test('topics come with their newest messages, the most recent first, and the empty one under the name that a client knows', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris])
  await t.given.message(iris, channel, { topic: 'Colors' })
  const empty = await t.given.message(iris, channel, { topic: '' })
  const colors = await t.given.message(iris, channel, { topic: 'colors' })
  const topics = async (args: { allow_empty_topic_name?: boolean }) =>
    (await t.as(otto).call(getStreamTopics, { stream_id: channel.id, ...args })).topics
  const first = { name: 'Colors', max_id: colors }
  expect(await topics({ allow_empty_topic_name: true })).toEqual([first, { name: '', max_id: empty }])
  for (const args of [{}, { allow_empty_topic_name: false }])
    expect(await topics(args)).toEqual([first, { name: 'general chat', max_id: empty }])
})

test('without shared history, a user and their bot see only topics since their own subscription', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const bot = await t.given.bot('helper', otto)
  const options = { name: 'secret', invite_only: true, history_public_to_subscribers: false }
  const channel = await t.given.channel([iris], options)
  await t.given.message(iris, channel, { topic: 'first' })
  await t.given.channel([iris, otto], { name: 'secret' })
  const second = await t.given.message(iris, channel, { topic: 'second' })
  await t.given.channel([iris, bot], { name: 'secret' })
  const third = await t.given.message(iris, channel, { topic: 'third' })
  const topics = async (user: Account) =>
    (await t.as(user).call(getStreamTopics, { stream_id: channel.id })).topics
  expect(await topics(otto)).toEqual([
    { name: 'third', max_id: third },
    { name: 'second', max_id: second },
  ])
  expect(await topics(bot)).toEqual([{ name: 'third', max_id: third }])
})

test('topics of an archived channel stay, topics of an unreadable channel are hidden', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const guest = await t.given.user('guest', { role: 'guest' })
  const { iris } = await t.given.members('iris')
  const open = await t.given.channel([owner])
  const secret = await t.given.channel([owner], { invite_only: true })
  const max_id = await t.given.message(owner, open, { topic: 'kept' })
  await t.as(owner).call(archiveStream, { stream_id: open.id })
  expect((await t.as(iris).call(getStreamTopics, { stream_id: open.id })).topics.at(-1)).toEqual({
    name: 'kept',
    max_id,
  })
  expect(await t.as(iris).refusal(getStreamTopics, { stream_id: secret.id })).toMatchObject(badRequest)
  expect(await t.as(guest).refusal(getStreamTopics, { stream_id: open.id })).toMatchObject(badRequest)
  expect(await t.as(owner).refusal(getStreamTopics, { stream_id: 1 })).toMatchObject(badRequest)
  const elsewhere = await testApp()
  const stranger = await elsewhere.given.user('stranger', { role: 'owner' })
  expect(await elsewhere.as(stranger).refusal(getStreamTopics, { stream_id: open.id })).toMatchObject(
    badRequest,
  )
})
