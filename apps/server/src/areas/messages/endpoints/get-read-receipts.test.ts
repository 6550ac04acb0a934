import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getReadReceipts } from '@tagma/contract/endpoints/messages/get-read-receipts.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { unmuteUser } from '@tagma/contract/endpoints/users/unmute-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('readers of a message are listed, except for people who hide it, are muted, or did not receive it', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const people = await t.given.members('iris', 'otto', 'mia', 'nina', 'late')
  const { iris, otto, mia, nina, late } = people
  const bot = await t.given.bot('counter', iris)
  const channel = await t.given.channel([owner, iris, otto, mia, nina, bot])
  const message_id = await t.given.message(iris, channel)
  await t.given.channel([owner, late], { name: channel.name })
  const readers = async (as = iris) => (await t.as(as).call(getReadReceipts, { message_id })).user_ids
  expect(await readers()).toEqual([])
  for (const user of [iris, otto, mia, nina, bot, late])
    await t.as(user).call(updateMessageFlags, { messages: [message_id], op: 'add', flag: 'read' })
  // Leaves out the sender, and the late subscriber: the message was never unread for them.
  const all = [otto.id, mia.id, nina.id, bot.id].toSorted((a, b) => a - b)
  expect(await readers()).toEqual(all)
  expect(await readers(otto)).toEqual(all)

  await t.as(mia).call(updateSettings, { send_read_receipts: false })
  expect(await readers()).toEqual(all.filter((id) => id !== mia.id))
  await t.as(mia).call(updateSettings, { send_read_receipts: true })

  await t.as(iris).call(muteUser, { muted_user_id: otto.id })
  expect(await readers()).not.toContain(otto.id)
  expect(await readers(otto)).toEqual(all)
  expect(await readers(nina)).toEqual(all)
  await t.as(iris).call(unmuteUser, { muted_user_id: otto.id })
  await t.as(otto).call(muteUser, { muted_user_id: iris.id })
  expect(await readers()).not.toContain(otto.id)
  await t.as(otto).call(unmuteUser, { muted_user_id: iris.id })

  await t.as(otto).call(updateMessageFlags, { messages: [message_id], op: 'remove', flag: 'read' })
  expect(await readers()).not.toContain(otto.id)
  await t.as(nina).call(unsubscribe, { subscriptions: [channel.name] })
  await t.as(owner).call(deactivateUser, { user_id: mia.id })
  expect(await readers()).toEqual([bot.id])

  await t.as(owner).call(updateRealm, { enable_read_receipts: false })
  expect((await t.as(iris).refusal(getReadReceipts, { message_id })).message).toBe(
    'Read receipts are disabled in this organization.',
  )
})

test('receipts of direct messages are only for participants', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const message_id = await t.given.message(iris, [otto])
  await t.as(otto).call(updateMessageFlags, { messages: [message_id], op: 'add', flag: 'read' })
  expect((await t.as(iris).call(getReadReceipts, { message_id })).user_ids).toEqual([otto.id])
  expect((await t.as(mia).refusal(getReadReceipts, { message_id })).message).toBe('Invalid message(s)')
})
