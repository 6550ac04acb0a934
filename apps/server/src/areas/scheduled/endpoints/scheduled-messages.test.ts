import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { createMessageReminder } from '@tagma/contract/endpoints/scheduled/create-message-reminder.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { deleteReminder } from '@tagma/contract/endpoints/scheduled/delete-reminder.ts'
import { deleteScheduledMessage } from '@tagma/contract/endpoints/scheduled/delete-scheduled-message.ts'
import { getReminders } from '@tagma/contract/endpoints/scheduled/get-reminders.ts'
import { getScheduledMessages } from '@tagma/contract/endpoints/scheduled/get-scheduled-messages.ts'
import { updateScheduledMessage } from '@tagma/contract/endpoints/scheduled/update-scheduled-message.ts'
import { expect, test } from 'vitest'
import { scheduledMessagesJob } from '#areas/scheduled/scheduled-messages-job.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const inHours = (t: TestApp, hours: number) => Math.floor(t.clock.now() / 1000) + hours * 3600
const run = (t: TestApp) => scheduledMessagesJob.run(t.app.services, t.organizationId)

async function received(t: TestApp, user: Account) {
  const { messages } = await t
    .as(user)
    .call(getMessages, { anchor: 'oldest', num_after: 50, apply_markdown: false })
  return messages.map(({ content, sender_id, subject }) => ({ content, sender_id, subject }))
}

test('a message is sent at its time, once', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  let id = 0
  await converge(t, [iris, otto], async () => {
    id = (
      await t.as(iris).call(createScheduledMessage, {
        type: 'channel',
        to: channel.id,
        topic: 'lunch',
        content: '**Hungry**',
        scheduled_delivery_timestamp: inHours(t, 2),
      })
    ).scheduled_message_id
  })
  expect(await t.as(iris).call(getScheduledMessages, {})).toEqual({
    scheduled_messages: [
      {
        scheduled_message_id: id,
        type: 'stream',
        to: channel.id,
        topic: 'lunch',
        content: '**Hungry**',
        rendered_content: '<p><strong>Hungry</strong></p>',
        scheduled_delivery_timestamp: inHours(t, 2),
        failed: false,
      },
    ],
  })
  expect(await t.as(otto).call(getScheduledMessages, {})).toEqual({ scheduled_messages: [] })
  t.clock.advance({ hours: 1 })
  await run(t)
  expect(await received(t, otto)).toEqual([])
  t.clock.advance({ hours: 1 })
  // Two processes at once, then one more time.
  const events = await converge(t, [iris, otto], async () => {
    await Promise.all([run(t), run(t)])
    await run(t)
  })
  expect(await received(t, otto)).toEqual([{ content: '**Hungry**', sender_id: iris.id, subject: 'lunch' }])
  expect(events.get(iris.id)?.filter((event) => event.type === 'scheduled_messages')).toMatchObject([
    { op: 'remove', scheduled_message_id: id },
  ])
  expect(await t.as(iris).call(getScheduledMessages, {})).toEqual({ scheduled_messages: [] })
})

test('a message is changed and deleted before its time', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const { scheduled_message_id } = await t.as(iris).call(createScheduledMessage, {
    type: 'direct',
    to: [otto.id, iris.id],
    content: 'Hi',
    scheduled_delivery_timestamp: inHours(t, 1),
  })
  const change = (args: object) => t.as(iris).call(updateScheduledMessage, { scheduled_message_id, ...args })
  await converge(t, [iris, otto], () =>
    change({ content: 'Hello', scheduled_delivery_timestamp: inHours(t, 3) }),
  )
  await converge(t, [iris, otto], () => change({ to: [otto.id, mia.id] }))
  const scheduled = async () => (await t.as(iris).call(getScheduledMessages, {})).scheduled_messages
  expect(await scheduled()).toMatchObject([{ type: 'private', to: [otto.id, mia.id], content: 'Hello' }])
  await change({ type: 'channel', to: channel.id, topic: 'x' })
  expect(await scheduled()).toMatchObject([{ type: 'stream', to: channel.id, topic: 'x', content: 'Hello' }])

  const refusal = (args: object, user = iris) =>
    t.as(user).refusal(updateScheduledMessage, { scheduled_message_id, ...args })
  expect((await refusal({})).message).toBe('Nothing to change')
  expect((await refusal({ type: 'direct' })).message).toMatch(/Recipient required/)
  expect((await refusal({ scheduled_delivery_timestamp: 1 })).message).toMatch(/must be in the future/)
  expect(await refusal({ content: 'x' }, otto)).toMatchObject({ status: 404, code: 'BAD_REQUEST' })
  await change({ type: 'direct', to: [mia.id] })
  expect((await refusal({ type: 'channel', to: channel.id })).message).toMatch(/Topic required/)

  expect(await t.as(otto).refusal(deleteScheduledMessage, { scheduled_message_id })).toMatchObject({
    status: 404,
  })
  await converge(t, [iris, otto], () => t.as(iris).call(deleteScheduledMessage, { scheduled_message_id }))
  t.clock.advance({ hours: 4 })
  await run(t)
  expect(await received(t, mia)).toEqual([])
})

test('a message that may not be sent any more stays, marked as failed, and is tried again after a change', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const secret = await t.given.channel([otto, iris], { name: 'secret', invite_only: true })
  const message = { content: 'Hi', scheduled_delivery_timestamp: inHours(t, 1) }
  const { scheduled_message_id } = await t
    .as(iris)
    .call(createScheduledMessage, { type: 'channel', to: secret.id, topic: 'x', ...message })
  await t.as(iris).call(createScheduledMessage, { type: 'direct', to: [otto.id], ...message })
  await t.as(iris).call(unsubscribe, { subscriptions: ['secret'] })
  t.clock.advance({ hours: 1 })
  await converge(t, [iris, otto], () => run(t))
  // The other message is not delayed.
  expect(await received(t, otto)).toHaveLength(1)
  const scheduled = async () => (await t.as(iris).call(getScheduledMessages, {})).scheduled_messages
  expect(await scheduled()).toMatchObject([{ scheduled_message_id, failed: true }])
  expect((await received(t, iris)).map(({ content }) => content)).toContainEqual(
    expect.stringMatching(/could not be sent: Channel/),
  )
  await run(t)
  expect(await received(t, iris)).toHaveLength(2)
  await t.as(iris).call(updateScheduledMessage, {
    scheduled_message_id,
    type: 'direct',
    to: [otto.id],
    scheduled_delivery_timestamp: inHours(t, 1),
  })
  expect(await scheduled()).toMatchObject([{ failed: false }])
  t.clock.advance({ hours: 1 })
  await run(t)
  expect(await received(t, otto)).toHaveLength(2)
})

test.each([
  [{ scheduled_delivery_timestamp: 1 }, 'BAD_REQUEST', /must be in the future/],
  [{ content: ' ' }, 'BAD_REQUEST', /must not be empty/],
  [{ content: 'a\0b' }, 'BAD_REQUEST', /null bytes/],
  [{ to: [7] }, 'BAD_REQUEST', /Invalid user ID 7/],
  [{ to: [] }, 'BAD_REQUEST', /must have recipients/],
  [{ type: 'channel', to: 7 }, 'STREAM_DOES_NOT_EXIST', /does not exist/],
  [{ type: 'channel', to: [7, 8] }, 'BAD_REQUEST', /exactly one channel/],
  [{ type: 'fax' }, 'BAD_REQUEST', /must be one of/],
] as const)('scheduling with %j is refused', async (args, code, reason) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const valid = {
    type: 'direct',
    to: [iris.id],
    content: 'Hi',
    scheduled_delivery_timestamp: inHours(t, 1),
  } as const
  const refused = await t
    .as(iris)
    .refusal(createScheduledMessage, { ...valid, to: [iris.id], ...args } as never)
  expect(refused).toMatchObject({ code, message: expect.stringMatching(reason) })
  expect(await t.as(iris).call(getScheduledMessages, {})).toEqual({ scheduled_messages: [] })
})

test('a reminder comes from the Notification Bot, with the message and the note', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const message_id = await t.given.message(otto, channel, { topic: 'colors', content: 'Which ```grey```?' })
  let reminder_id = 0
  await converge(t, [iris, otto], async () => {
    reminder_id = (
      await t.as(iris).call(createMessageReminder, {
        message_id,
        note: 'Answer this',
        scheduled_delivery_timestamp: inHours(t, 1),
      })
    ).reminder_id
  })
  const content = `You requested a reminder for #**design>colors@${message_id}**. Note:
 > Answer this

@_**otto|${otto.id}** [said](http://${t.host}/#narrow/channel/${channel.id}-design/topic/colors/near/${message_id}):
\`\`\`\`quote
Which \`\`\`grey\`\`\`?
\`\`\`\``
  expect((await t.as(iris).call(getReminders, {})).reminders).toMatchObject([
    { reminder_id, to: [iris.id], content, reminder_target_message_id: message_id, failed: false },
  ])
  t.clock.advance({ hours: 1 })
  await converge(t, [iris, otto], () => run(t))
  await run(t)
  expect((await received(t, iris)).at(-1)?.content).toBe(content)
  expect(await received(t, iris)).toHaveLength(2)
  expect(await t.as(iris).call(getReminders, {})).toEqual({ reminders: [] })
})

test('a reminder of a message that is no longer readable shows only the note', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const secret = await t.given.channel([otto, iris], { name: 'secret', invite_only: true })
  const message_id = await t.given.message(otto, secret, { content: 'Psst' })
  const scheduled_delivery_timestamp = inHours(t, 1)
  await t.as(iris).call(createMessageReminder, { message_id, note: 'Ask', scheduled_delivery_timestamp })
  await t.as(iris).call(unsubscribe, { subscriptions: ['secret'] })
  t.clock.advance({ hours: 1 })
  await run(t)
  const last = (await received(t, iris)).at(-1)?.content
  expect(last).toMatch(/cannot read any more\. Note:\n > Ask$/)
})

test('a reminder with invalid input is refused', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const message_id = await t.given.message(iris, [otto])
  const valid = { message_id, scheduled_delivery_timestamp: inHours(t, 1) }
  expect((await t.as(mia).refusal(createMessageReminder, valid)).message).toBe('Invalid message(s)')
  const refusal = (args: object) => t.as(otto).refusal(createMessageReminder, { ...valid, ...args })
  expect((await refusal({ scheduled_delivery_timestamp: 5 })).message).toMatch(/must be in the future/)
  expect((await refusal({ note: 'x'.repeat(501) })).message).toMatch(/note is too long \(limit: 500/)
  const { reminder_id } = await t.as(otto).call(createMessageReminder, valid)
  expect(await t.as(iris).refusal(deleteReminder, { reminder_id })).toMatchObject({ status: 404 })
  await converge(t, [iris, otto], () => t.as(otto).call(deleteReminder, { reminder_id }))
  expect(await t.as(otto).call(getReminders, {})).toEqual({ reminders: [] })
})
