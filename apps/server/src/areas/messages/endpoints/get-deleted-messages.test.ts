import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { getDeletedMessages } from '@tagma/contract/endpoints/messages/get-deleted-messages.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { expect, test } from 'vitest'
import { retentionJob } from '#areas/channels/retention-job.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { forgetDeletionsJob } from '../delete/forget-deletions-job.ts'

const deletions = async (t: TestApp, caller: Account, more: { before?: number; limit?: number } = {}) =>
  (await t.as(caller).call(getDeletedMessages, more)).deleted_messages

const idsFor = async (t: TestApp, caller: Account) =>
  (await deletions(t, caller)).map(({ message_id }) => message_id)

test('moderators see who deleted whose message, where and when, and no text', async () => {
  const t = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  const channel = await t.given.channel([member, administrator])
  const own = await t.given.message(member, channel, { topic: 'colors', content: 'A secret' })
  const foreign = await t.given.message(member, channel, { topic: '' })
  const sent_at = Math.floor(t.clock.now() / 1000)
  t.clock.advance({ seconds: 60 })
  await t.as(member).call(deleteMessage, { message_id: own })
  t.clock.advance({ seconds: 60 })
  await t.as(administrator).call(deleteMessage, { message_id: foreign })
  const place = { channel_id: channel.id, sender_id: member.id, sent_at }
  const found = await deletions(t, moderator)
  expect(found).toEqual([
    {
      ...place,
      id: expect.any(Number),
      message_id: foreign,
      topic: '',
      deleted_by: administrator.id,
      deleted_at: sent_at + 120,
    },
    {
      ...place,
      id: expect.any(Number),
      message_id: own,
      topic: 'colors',
      deleted_by: member.id,
      deleted_at: sent_at + 60,
    },
  ])
  // Older ones are reached by their ids.
  const [newest] = await deletions(t, moderator, { limit: 1 })
  expect(newest).toEqual(found[0])
  expect(await deletions(t, moderator, { before: found[0]!.id })).toEqual([found[1]])
  expect(await deletions(t, moderator, { before: found[1]!.id })).toEqual([])
})

test('whoever is no moderator is refused', async () => {
  const t = await testApp()
  const { owner, administrator, moderator, member, guest } = await t.given.everyRole()
  for (const account of [owner, administrator, moderator]) expect(await deletions(t, account)).toEqual([])
  for (const account of [member, guest])
    expect((await t.as(account).refusal(getDeletedMessages, {})).code).toBe('UNAUTHORIZED_PRINCIPAL')
})

test('a moderator sees what they could have read: no direct messages, no channel of others, nothing from before', async () => {
  const t = await testApp()
  const { owner, moderator, member } = await t.given.everyRole()
  const open = await t.given.channel([member])
  const closed = await t.given.channel([member], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const guarded = await t.given.channel([member], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const direct = await t.given.message(member, [moderator])
  const inOpen = await t.given.message(member, open)
  const inClosed = await t.given.message(member, closed)
  const early = await t.given.message(member, guarded)
  await t.as(member).call(subscribe, { subscriptions: [{ name: guarded.name }], principals: [moderator.id] })
  const late = await t.given.message(member, guarded)
  for (const message_id of [direct, inOpen, inClosed, early, late])
    await t.as(member).call(deleteMessage, { message_id })
  expect(await idsFor(t, moderator)).toEqual([late, inOpen])
  // An owner who is in neither of the private channels.
  expect(await idsFor(t, owner)).toEqual([inOpen])
  await t.as(member).call(subscribe, { subscriptions: [{ name: closed.name }], principals: [owner.id] })
  expect(await idsFor(t, owner)).toEqual([inClosed, inOpen])
})

test('messages of a deleted topic, and of a deactivated person, are listed with who did it', async () => {
  const t = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  const { otto } = await t.given.members('otto')
  const channel = await t.given.channel([member, otto])
  const inTopic = [await t.given.message(member, channel), await t.given.message(otto, channel)]
  const ofOtto = await t.given.message(otto, channel, { topic: 'spam' })
  const direct = await t.given.message(otto, [member])
  await t.as(administrator).call(deleteTopic, { stream_id: channel.id, topic_name: 'greetings' })
  await t.as(administrator).call(deactivateUser, {
    user_id: otto.id,
    actions: { delete_public_channel_messages: true, delete_direct_messages: true },
  })
  const found = await deletions(t, moderator)
  expect(found.map(({ message_id, sender_id, deleted_by }) => [message_id, sender_id, deleted_by])).toEqual([
    [ofOtto, otto.id, administrator.id],
    [inTopic[1], otto.id, administrator.id],
    [inTopic[0], member.id, administrator.id],
  ])
  expect(found.some(({ message_id }) => message_id === direct)).toBe(false)
})

test('deletions are forgotten after 90 days, and sooner where the channel would not keep the message', async () => {
  const t = await testApp()
  const { owner, moderator, member } = await t.given.everyRole()
  const kept = await t.given.channel([member])
  const brief = await t.given.channel([member])
  await t.as(owner).call(updateStream, { stream_id: brief.id, message_retention_days: 2 })
  const expired = await t.given.message(member, brief)
  const [inKept, inBrief] = [await t.given.message(member, kept), await t.given.message(member, brief)]
  const run = () => forgetDeletionsJob.run(t.app.services, t.organizationId)
  for (const message_id of [inKept, inBrief]) await t.as(member).call(deleteMessage, { message_id })
  t.clock.advance({ days: 2 })
  await run()
  expect(await idsFor(t, moderator)).toEqual([inBrief, inKept])
  t.clock.advance({ seconds: 1 })
  await run()
  // A message whose time was over was deleted by nobody.
  await retentionJob.run(t.app.services, t.organizationId)
  expect(await idsFor(t, moderator)).toEqual([inKept])
  expect(expired).toBeLessThan(inKept)
  t.clock.advance({ days: 88 })
  await run()
  expect(await idsFor(t, moderator)).toEqual([])
})
