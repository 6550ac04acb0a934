import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { setTypingStatusForMessageEdit } from '@tagma/contract/endpoints/messages/set-typing-status-for-message-edit.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'

async function listen(t: TestApp, user: Account, empty_topic_name = true) {
  const { queue_id, last_event_id } = await t.as(user).call(registerQueue, {
    event_types: ['typing_edit_message'],
    client_capabilities: { empty_topic_name },
  })
  const poll = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
  // Typing has no row in the log: only queues that already listen get it.
  await t.as(user).call(getEvents, poll)
  return async () => (await t.as(user).call(getEvents, poll)).events
}

test('people who have the message learn that it is being edited', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const message_id = await t.given.message(iris, channel, { topic: '' })
  const [atOtto, atOttoOld, atMia] = [
    await listen(t, otto),
    await listen(t, otto, false),
    await listen(t, mia),
  ]
  for (const op of ['start', 'stop'] as const)
    await t.as(iris).call(setTypingStatusForMessageEdit, { message_id, op })
  const event = { type: 'typing_edit_message', sender_id: iris.id, message_id }
  const recipient = { type: 'channel', channel_id: channel.id, topic: '' }
  expect(await atOtto()).toMatchObject([
    { ...event, op: 'start', recipient },
    { ...event, op: 'stop', recipient },
  ])
  expect(await atOttoOld()).toMatchObject([{ recipient: { topic: 'general chat' } }, {}])
  expect(await atMia()).toEqual([])
})

test('direct messages name the participants', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const message_id = await t.given.message(iris, [otto])
  const atOtto = await listen(t, otto)
  await t.as(iris).call(setTypingStatusForMessageEdit, { message_id, op: 'start' })
  expect(await atOtto()).toMatchObject([
    { op: 'start', recipient: { type: 'direct', user_ids: [iris.id, otto.id] } },
  ])
})

test('only an own message that can still be edited counts', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const message_id = await t.given.message(iris, [otto])
  const refusal = async (user: Account, args: object = {}) =>
    (await t.as(user).refusal(setTypingStatusForMessageEdit, { message_id, op: 'start', ...args })).message
  expect(await refusal(otto)).toMatch(/permission to edit/)
  expect(await refusal(mia)).toBe('Invalid message(s)')
  expect(await refusal(iris, { message_id: 7 })).toBe('Invalid message(s)')
  expect(await refusal(iris, { op: 'pause' as never })).toMatch(/must be one of/)
  t.clock.advance({ seconds: 621 })
  expect(await refusal(iris)).toMatch(/time limit/)
})

test('people who turned off typing notifications get none, and people who keep theirs private send none', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const inChannel = await t.given.message(iris, await t.given.channel([iris, otto, mia]))
  const direct = await t.given.message(iris, [otto, mia])
  await t.as(otto).call(updateSettings, { receives_typing_notifications: false })
  const [atOtto, atMia] = [await listen(t, otto), await listen(t, mia)]
  for (const message_id of [inChannel, direct])
    await t.as(iris).call(setTypingStatusForMessageEdit, { message_id, op: 'start' })
  expect(await atOtto()).toEqual([])
  expect(await atMia()).toMatchObject([{ message_id: inChannel }, { message_id: direct }])

  await t.as(iris).call(updateSettings, {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  })
  for (const [message_id, kind] of [
    [inChannel, 'channel'],
    [direct, 'direct'],
  ] as const)
    expect(
      await t.as(iris).refusal(setTypingStatusForMessageEdit, { message_id, op: 'start' }),
    ).toMatchObject({
      code: 'BAD_REQUEST',
      message: `User has disabled typing notifications for ${kind} messages`,
    })
})
