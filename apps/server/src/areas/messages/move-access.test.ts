import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const seenBy = async (t: TestApp, user: Account, id: number) =>
  (await t.as(user).call(getMessages, { message_ids: [id] })).messages.map(({ subject, content, flags }) => ({
    subject,
    content,
    flags,
  }))

test('moved messages take access to their files and their flags with them', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const from = await t.given.channel([owner, iris, otto], { invite_only: true })
  const to = await t.given.channel([owner, iris, mia], { invite_only: true })
  const file = { filename: 'a.txt', contentType: 'text/plain', bytes: new Uint8Array([97]) }
  const { url } = await t.as(iris).call(uploadFile, { file: [file] })
  const id = await t.given.message(iris, from, { content: `[a](${url})` })
  const opens = async (user: Account) => {
    const authorization = `Basic ${btoa(`${user.email}:${user.apiKey}`)}`
    return (await t.app.http.inject({ url, headers: { host: t.host, authorization } })).statusCode === 200
  }
  for (const user of [owner, otto])
    await t.as(user).call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  expect([await opens(otto), await opens(mia)]).toEqual([true, false])

  const move = { message_id: id, stream_id: to.id, propagate_mode: 'change_all' } as const
  await converge(t, [owner, iris, otto, mia], () => t.as(owner).call(updateMessage, move))
  expect([await opens(otto), await opens(mia), await opens(iris)]).toEqual([false, true, true])
  expect((await seenBy(t, owner, id))[0]?.flags).toContain('starred')
  expect(await seenBy(t, otto, id)).toEqual([])
  expect((await seenBy(t, mia, id))[0]?.flags).not.toContain('starred')

  // Back again: Otto's flags ended with the access.
  await converge(t, [owner, iris, otto, mia], () =>
    t.as(owner).call(updateMessage, { ...move, stream_id: from.id }),
  )
  expect([await opens(otto), await opens(mia)]).toEqual([true, false])
  expect((await seenBy(t, otto, id))[0]?.flags).not.toContain('starred')
})

test('an edit and move in one call change nothing if either is refused', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([owner, iris, otto])
  const id = await t.given.message(iris, channel, { topic: 'old', content: 'first' })
  await t.as(owner).call(updateRealm, {
    can_move_messages_between_topics_group: { new: t.directory.systemGroup('role:administrators').id },
  })
  const both = { message_id: id, content: 'second', topic: 'new', propagate_mode: 'change_all' } as const
  const received = await converge(t, [owner, iris, otto], async () => {
    // Iris may edit but not move, the owner may move but not edit.
    await t.as(iris).refusal(updateMessage, both)
    await t.as(owner).refusal(updateMessage, both)
  })
  expect([...received.values()].flat()).toEqual([])
  expect(await seenBy(t, iris, id)).toMatchObject([{ subject: 'old', content: '<p>first</p>' }])
  expect((await t.as(iris).call(getMessageHistory, { message_id: id })).message_history).toHaveLength(1)
})

test('only current subscribers read messages moved into a channel without shared history', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto, mia, nina } = await t.given.members('iris', 'otto', 'mia', 'nina')
  const from = await t.given.channel([owner, iris, otto, mia, nina])
  const to = await t.given.channel([owner, otto], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const join = (user: Account) =>
    t.as(owner).call(subscribe, {
      subscriptions: [{ name: to.name }],
      principals: [user.id],
      send_new_subscription_messages: false,
    })
  const own = await t.given.message(owner, to, { topic: 'own' })
  const first = await t.given.message(iris, from, { topic: 'moved' })
  const between = await t.given.message(owner, to, { topic: 'own' })
  const second = await t.given.message(iris, from, { topic: 'moved' })
  const stays = await t.given.message(iris, from, { topic: 'moved' })
  // Otto was subscribed when they were sent but is not now; Mia came later.
  await t.as(otto).call(unsubscribe, { subscriptions: [to.name] })
  await join(mia)
  const ids = [own, first, between, second]
  const readBy = async (user: Account) =>
    (await t.as(user).call(getMessages, { message_ids: ids })).messages.map(({ id }) => id)
  const listed = async (user: Account) =>
    (
      await t.as(user).call(getMessages, {
        anchor: 'newest',
        num_before: 9,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: to.id }],
      })
    ).messages.map(({ id }) => id)

  await converge(t, [owner, iris, otto, mia, nina], () =>
    t.as(owner).call(updateMessage, {
      message_id: first,
      stream_id: to.id,
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
    }),
  )
  await converge(t, [owner, iris, otto, mia, nina], () =>
    t.as(owner).call(updateMessage, {
      message_id: second,
      stream_id: to.id,
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
    }),
  )
  await join(nina)
  expect(await readBy(mia)).toEqual([first, second])
  expect(await listed(mia)).toEqual([first, second])
  expect(await readBy(owner)).toEqual(ids)
  for (const user of [iris, otto, nina]) expect({ user, ids: await readBy(user) }).toEqual({ user, ids: [] })
  // Otto reads again what he received before, but not what came while he was away.
  await join(otto)
  expect(await readBy(otto)).toEqual([own, between])
  expect(await listed(otto)).toEqual([own, between])
  expect(await listed(nina)).toEqual([])

  // The rest of the topic follows, and keeps its order among the others.
  await t.as(owner).call(updateMessage, {
    message_id: stays,
    stream_id: to.id,
    topic: 'rest',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  expect(await listed(nina)).toEqual([stays])
  expect(await listed(otto)).toEqual([own, between, stays])
  expect(await listed(mia)).toEqual([first, second, stays])
})
