import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { unmuteUser } from '@tagma/contract/endpoints/users/unmute-user.ts'
import { expect, test } from 'vitest'
import { type Account, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('muting is told only to one’s own clients, and undone', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const received = await converge(t, [iris, otto], () =>
    t.as(iris).call(muteUser, { muted_user_id: otto.id }),
  )
  expect(received.get(iris.id)).toMatchObject([
    { type: 'muted_users', muted_users: [{ id: otto.id, timestamp: t.clock.now() / 1000 }] },
  ])
  expect(received.get(otto.id)).toEqual([])
  expect(await t.as(iris).refusal(muteUser, { muted_user_id: otto.id })).toMatchObject({
    message: 'User already muted',
  })
  await converge(t, [iris], () => t.as(iris).call(unmuteUser, { muted_user_id: otto.id }))
  expect(await t.as(iris).refusal(unmuteUser, { muted_user_id: otto.id })).toMatchObject({
    message: 'User is not muted',
  })
})

test('all messages of a muted user count as read, only for the users who muted them', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto, mia])
  const unread = async (user: Account) => {
    const narrow = [{ operator: 'is', operand: 'unread' }]
    const range = { anchor: 'oldest', num_before: 0, num_after: 100 } as const
    return (await t.as(user).call(getMessages, { ...range, narrow })).messages.map(({ id }) => id)
  }
  const first = await t.given.message(otto, channel)
  const other = await t.given.message(mia, channel)
  const direct = await t.given.message(otto, [iris])
  const muted = await converge(t, [iris, mia], () => t.as(iris).call(muteUser, { muted_user_id: otto.id }))
  expect(muted.get(iris.id)).toMatchObject([
    { type: 'update_message_flags', op: 'add', flag: 'read', messages: [first, direct] },
    { type: 'muted_users' },
  ])
  expect(muted.get(mia.id)).toEqual([])
  expect(await unread(iris)).toEqual([other])

  let theirs = 0
  const sent = await converge(t, [iris, mia, otto], async () => {
    await t.given.message(otto, channel, { content: '@**iris**' })
    await t.given.message(otto, channel, { topic: 'new' })
    await t.given.message(otto, [iris])
    await t.given.message(otto, [iris, mia])
    theirs = await t.given.message(mia, channel)
  })
  const flags = (user: Account) =>
    sent.get(user.id)?.flatMap((event) => (event.type === 'message' ? [event.flags] : []))
  expect(flags(iris)).toEqual([['read', 'mentioned'], ['read'], ['read'], ['read'], []])
  expect(flags(mia)?.slice(0, 3)).toEqual([[], [], []])
  expect(await unread(iris)).toEqual([other, theirs])
  await t.as(iris).call(unmuteUser, { muted_user_id: otto.id })
  const later = await t.given.message(otto, channel)
  expect(await unread(iris)).toEqual([other, theirs, later])
})

test('oneself and unknown users cannot be muted', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await t.as(iris).refusal(muteUser, { muted_user_id: iris.id })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Cannot mute self',
  })
  expect(await t.as(iris).refusal(muteUser, { muted_user_id: 999_999 })).toMatchObject({
    message: 'No such user',
  })
})
