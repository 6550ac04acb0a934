import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { sendMessage as send } from '../send/send-message.ts'

const noFacts = {
  mentionedUserIds: [],
  mentionedGroupIds: [],
  alertedUserIds: [],
  uploadPathIds: [],
  pageUrls: [],
  mentionsChannel: false,
  mentionsTopic: false,
  isMeMessage: false,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
}

test('a deleted message takes its flags and unread counts with it', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const first = await t.given.message(iris, channel, { content: '@**otto**' })
  const second = await t.given.message(iris, channel)
  await t.as(otto).call(updateMessageFlags, { messages: [first, second], op: 'add', flag: 'starred' })
  const received = await converge(t, [iris, otto, mia], () =>
    t.as(iris).call(deleteMessage, { message_id: first }),
  )
  expect(received.get(otto.id)).toMatchObject([
    {
      type: 'delete_message',
      message_ids: [first],
      message_type: 'stream',
      stream_id: channel.id,
      topic: 'greetings',
    },
    { type: 'stream', property: 'first_message_id', value: second },
  ])
  const { messages } = await t.as(otto).call(getMessages, { anchor: 'oldest', num_after: 10 })
  expect(messages.map((message) => message.id)).toEqual([second])
  const emptied = await converge(t, [iris, otto], () =>
    t.as(iris).call(deleteMessage, { message_id: second }),
  )
  expect(emptied.get(otto.id)?.[1]).toMatchObject({ property: 'first_message_id', value: null })
  expect(await t.as(otto).call(getStreamTopics, { stream_id: channel.id })).toMatchObject({ topics: [] })
})

test('people delete their own messages for a limited time, administrators delete any', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const admin = await t.given.user('admin', { role: 'administrator' })
  const channel = await t.given.channel([iris, otto, admin], { invite_only: true })
  const id = await t.given.message(iris, channel)
  expect((await t.as(otto).refusal(deleteMessage, { message_id: id })).message).toMatch(/permission/)
  expect((await t.as(mia).refusal(deleteMessage, { message_id: id })).message).toBe('Invalid message(s)')
  t.clock.advance({ seconds: 621 })
  expect((await t.as(iris).refusal(deleteMessage, { message_id: id })).message).toMatch(/time limit/)
  await t.as(admin).call(deleteMessage, { message_id: id })
  expect((await t.as(admin).refusal(deleteMessage, { message_id: id })).message).toBe('Invalid message(s)')
})

test('a direct message is deleted for all its participants', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const first = await t.given.message(iris, [otto])
  await t.given.message(iris, [otto])
  const received = await converge(t, [iris, otto, mia], () =>
    t.as(iris).call(deleteMessage, { message_id: first }),
  )
  expect(received.get(otto.id)).toMatchObject([
    { type: 'delete_message', message_ids: [first], message_type: 'private' },
  ])
  expect(received.get(mia.id)).toEqual([])
})

test('administrators delete topics; repeating it changes nothing', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const admin = await t.given.user('admin', { role: 'administrator' })
  const channel = await t.given.channel([iris, otto])
  const ids = []
  for (let n = 0; n < 3; n++) ids.push(await t.given.message(iris, channel, { topic: 'Old' }))
  const kept = await t.given.message(iris, channel, { topic: '' })
  const args = { stream_id: channel.id, topic_name: 'old' }
  expect(await t.as(otto).refusal(deleteTopic, args)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  const received = await converge(t, [iris, otto, admin], async () => {
    expect(await t.as(admin).call(deleteTopic, args)).toMatchObject({ complete: true })
    expect(await t.as(admin).call(deleteTopic, args)).toMatchObject({ complete: true })
  })
  expect(received.get(otto.id)).toMatchObject([
    { type: 'delete_message', message_ids: ids, topic: 'Old' },
    { property: 'first_message_id', value: kept },
  ])
  await converge(t, [iris, otto], () =>
    t.as(admin).call(deleteTopic, { stream_id: channel.id, topic_name: 'general chat' }),
  )
  expect((await t.as(otto).call(getStreamTopics, { stream_id: channel.id })).topics).toEqual([])
  expect((await t.as(admin).refusal(deleteTopic, { stream_id: 1, topic_name: 'x' })).code).toBe('BAD_REQUEST')
})

test('a topic that takes too long to delete is deleted in parts, the newest messages first', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const admin = await t.given.user('admin', { role: 'administrator' })
  const channel = await t.given.channel([iris])
  const { app, clock, directory, organizationId } = t
  const ids: number[] = []
  const html = { html: '<p>x</p>', facts: noFacts, widget: null } as unknown as Rendered
  const sender = directory.users.get(iris.id)
  if (!sender) throw new Error('no sender')
  await app.services.data.transact(organizationId, async (tx) => {
    for (let n = 0; n < 1001; n++)
      ids.push(
        (
          await send(tx, directory, {
            sender,
            destination: { kind: 'channel', channel, topic: 'long' },
            content: 'x',
            rendered: html,
            client: 'test',
            readBySender: true,
          })
        ).id,
      )
  })
  const now = clock.now.bind(clock)
  // Each look at the clock takes six seconds.
  clock.now = () => {
    clock.advance({ seconds: 6 })
    return now()
  }
  try {
    const args = { stream_id: channel.id, topic_name: 'long' }
    expect(await t.as(admin).call(deleteTopic, args)).toMatchObject({ complete: false })
    const { topics } = await t.as(admin).call(getStreamTopics, { stream_id: channel.id })
    expect(topics).toEqual([{ name: 'long', max_id: ids[0] }])
    expect(await t.as(admin).call(deleteTopic, args)).toMatchObject({ complete: true })
  } finally {
    clock.now = now
  }
})

test('clients without lists get one event for each deleted message, and get missed events again', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const admin = await t.given.user('admin', { role: 'administrator' })
  const channel = await t.given.channel([iris, otto])
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push(await t.given.message(iris, channel, { topic: '' }))
  const listen = async (bulk_message_deletion: boolean) => {
    const { queue_id, last_event_id } = await t.as(otto).call(registerQueue, {
      event_types: ['delete_message', 'message'],
      client_capabilities: { bulk_message_deletion },
    })
    return async (after = last_event_id) =>
      (await t.as(otto).call(getEvents, { queue_id: queue_id ?? '', last_event_id: after, dont_block: true }))
        .events
  }
  const plain = await listen(false)
  const bulk = await listen(true)
  await t.as(admin).call(deleteTopic, { stream_id: channel.id, topic_name: 'general chat' })
  const next = await t.given.message(iris, channel)
  const place = { message_type: 'stream', stream_id: channel.id, topic: 'general chat' }
  const events = await plain()
  expect(events).toEqual([
    ...ids.map((message_id) => ({ type: 'delete_message', id: expect.any(Number), message_id, ...place })),
    expect.objectContaining({ type: 'message', message: expect.objectContaining({ id: next }) }),
  ])
  const eventIds = events.map(({ id }) => id)
  expect(eventIds).toEqual([...new Set(eventIds)].toSorted((a, b) => a - b))
  expect(await bulk()).toMatchObject([{ message_ids: ids, ...place }, { type: 'message' }])
  expect((await plain(eventIds[0])).map(({ id }) => id)).toEqual(eventIds.slice(1))
})
