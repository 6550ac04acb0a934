import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { markStreamAsRead } from '@tagma/contract/endpoints/messages/mark-stream-as-read.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const quiet = { send_notification_to_new_thread: false } as const

const unreadOf = async (t: TestApp, account: Account) => {
  const { unread_msgs } = await t
    .as(account)
    .call(registerQueue, { client_capabilities: { empty_topic_name: true } })
  return Object.fromEntries(
    (unread_msgs?.streams ?? []).map(({ stream_id, topic, unread_message_ids }) => [
      `${stream_id} ${topic}`,
      unread_message_ids,
    ]),
  )
}

test('an edit changes content, mentions and history, and everybody who has the message learns of it', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const id = await t.given.message(iris, channel, { content: 'Hello @**otto**' })
  const received = await converge(t, [iris, otto, mia], () =>
    t.as(iris).call(updateMessage, { message_id: id, content: 'Hello **all** of you' }),
  )
  expect(received.get(otto.id)).toMatchObject([
    {
      type: 'update_message',
      user_id: iris.id,
      rendering_only: false,
      message_ids: [id],
      orig_content: 'Hello @**otto**',
      content: 'Hello **all** of you',
      rendered_content: '<p>Hello <strong>all</strong> of you</p>',
      flags: [],
      stream_id: channel.id,
    },
  ])
  expect(received.get(mia.id)).toEqual([])
  const back = await converge(t, [otto], () =>
    t.as(iris).call(updateMessage, { message_id: id, content: 'Hello @**otto**!' }),
  )
  expect(back.get(otto.id)?.[0]?.flags).toEqual(['mentioned'])
  const { message_history } = await t.as(otto).call(getMessageHistory, { message_id: id })
  expect(message_history.map((version) => version.content)).toEqual([
    'Hello @**otto**',
    'Hello **all** of you',
    'Hello @**otto**!',
  ])
  expect(message_history[1]?.content_html_diff).toContain('<span class="highlight_text_inserted">all</span>')
})

test('an edit that is not allowed is refused with the reason', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto], { invite_only: true })
  const id = await t.given.message(iris, channel, { content: 'first' })
  const direct = await t.given.message(iris, [otto])
  const refused = async (account: Account, args: Parameters<typeof edit>[1]) =>
    (await edit(account, args)).message
  const edit = (account: Account, args: object) =>
    t.as(account).refusal(updateMessage, { message_id: id, ...args })
  expect(await refused(otto, { content: 'mine' })).toBe("You don't have permission to edit this message")
  expect(await refused(mia, { content: 'mine' })).toBe('Invalid message(s)')
  expect(await refused(iris, {})).toBe('Nothing to change')
  expect(await refused(iris, { content: 'first' })).toBe('Nothing to change')
  expect(await refused(iris, { content: 'x', propagate_mode: 'change_all' })).toMatch(/propagate_mode/)
  expect(await refused(iris, { content: 'x', stream_id: channel.id })).toMatch(
    /content while changing channel/,
  )
  expect(await refused(iris, { topic: 'a\u0000b' })).toBe('Invalid character in topic')
  expect(await refused(iris, { message_id: direct, topic: 'x' })).toBe('Direct messages cannot have topics.')
  expect((await edit(iris, { stream_id: 1 })).code).toBe('STREAM_DOES_NOT_EXIST')
  expect((await edit(iris, { content: 'x', prev_content_sha256: 'ab' })).code).toBe('EXPECTATION_MISMATCH')
  t.clock.advance({ seconds: 621 })
  expect(await refused(iris, { content: 'late' })).toBe('The time limit for editing this message has passed')
})

test('a topic is renamed, resolved, merged and split, and stays read or unread for everybody', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const ids: number[] = []
  for (let n = 0; n < 6; n++)
    ids.push(await t.given.message(iris, channel, { topic: n % 2 ? 'odd' : 'even', content: `${n}` }))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
  await t.as(otto).call(updateMessageFlags, { messages: [c], op: 'add', flag: 'read' })
  await t.as(otto).call(updateMessageFlags, { messages: [c, d], op: 'add', flag: 'starred' })
  const all = [iris, otto, mia]
  const move = (
    message_id: number,
    topic: string,
    propagate_mode: 'change_one' | 'change_later' | 'change_all',
  ) => converge(t, all, () => t.as(iris).call(updateMessage, { message_id, topic, propagate_mode, ...quiet }))

  const renamed = await move(c, 'Numbers', 'change_all')
  expect(renamed.get(otto.id)).toMatchObject([
    { message_ids: [a, c, e], orig_subject: 'even', subject: 'Numbers', propagate_mode: 'change_all' },
  ])
  expect(await unreadOf(t, otto)).toEqual({
    [`${channel.id} Numbers`]: [a, e],
    [`${channel.id} odd`]: [b, d, f],
  })
  await move(a, 'NUMBERS', 'change_one')
  await move(d, 'numbers', 'change_later')
  expect(await unreadOf(t, otto)).toEqual({
    [`${channel.id} NUMBERS`]: [a, d, e, f],
    [`${channel.id} odd`]: [b],
  })
  await move(b, '', 'change_all')
  await move(c, 'new', 'change_one')
  const { messages } = await t.as(otto).call(getMessages, { message_ids: ids, allow_empty_topic_name: true })
  expect(messages.map((message) => message.subject)).toEqual([
    'NUMBERS',
    '',
    'new',
    'NUMBERS',
    'NUMBERS',
    'NUMBERS',
  ])
  expect(messages[2]?.edit_history?.map((entry) => [entry.prev_topic, entry.topic])).toEqual([
    ['NUMBERS', 'new'],
    ['Numbers', 'NUMBERS'],
    ['even', 'Numbers'],
  ])
  expect(messages[3]?.edit_history).toMatchObject([{ prev_topic: 'odd', topic: 'NUMBERS' }])
  expect(messages[2]?.last_moved_timestamp).toBeGreaterThan(0)
  expect(messages[2]?.last_edit_timestamp).toBeUndefined()

  const resolved = await converge(t, all, () =>
    t.as(iris).call(updateMessage, { message_id: a, topic: '✔ NUMBERS', propagate_mode: 'change_all' }),
  )
  expect(resolved.get(otto.id)?.map((event) => event.type)).toEqual(['update_message', 'message'])
  expect(resolved.get(otto.id)?.[1]).toMatchObject({
    message: {
      subject: '✔ NUMBERS',
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining('has marked this topic as resolved'),
    },
  })
})

test('messages move to other channels, and people without access there lose them', async () => {
  const t = await testApp()
  const { iris, otto, mia, noah } = await t.given.members('iris', 'otto', 'mia', 'noah')
  const from = await t.given.channel([iris, otto, mia, noah], { name: 'from' })
  const to = await t.given.channel([iris, otto], { name: 'to', invite_only: true })
  const open = await t.given.channel([iris, noah], { name: 'open' })
  const first = await t.given.message(iris, from, { topic: 'x' })
  const second = await t.given.message(iris, from, { topic: 'x' })
  const third = await t.given.message(iris, from, { topic: 'x' })
  await t.given.message(iris, to, { topic: 'x' })
  await t.as(otto).call(updateMessageFlags, { messages: [first], op: 'add', flag: 'read' })
  await t.as(mia).call(updateMessageFlags, { messages: [first, second], op: 'add', flag: 'starred' })
  await t.as(noah).call(markStreamAsRead, { stream_id: open.id })
  const all = [iris, otto, mia, noah]

  const moved = await converge(t, all, () =>
    t
      .as(iris)
      .call(updateMessage, { message_id: first, stream_id: open.id, propagate_mode: 'change_one', ...quiet }),
  )
  expect(moved.get(noah.id)?.map((event) => event.type)).toEqual(['update_message', 'stream', 'stream'])
  expect(await unreadOf(t, noah)).toEqual({ [`${open.id} x`]: [first], [`${from.id} x`]: [second, third] })

  const lost = await converge(t, all, () =>
    t.as(iris).call(updateMessage, {
      message_id: second,
      stream_id: to.id,
      topic: 'secret',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    }),
  )
  expect(lost.get(mia.id)?.[0]).toMatchObject({
    type: 'delete_message',
    message_ids: [second, third],
    topic: 'x',
  })
  expect(lost.get(otto.id)?.[0]).toMatchObject({
    type: 'update_message',
    new_stream_id: to.id,
    subject: 'secret',
  })
  expect(await unreadOf(t, otto)).toMatchObject({ [`${to.id} secret`]: [second, third, expect.any(Number)] })
  const { messages } = await t.as(mia).call(getMessages, { message_ids: [first, second, third] })
  expect(messages.map((message) => message.id)).toEqual([first])
})

test('moving needs permission and is limited in time, but not for moderators', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const moderator = await t.given.user('moderator', { role: 'moderator' })
  const channel = await t.given.channel([iris, otto, guest, moderator])
  const other = await t.given.channel([iris, guest, moderator])
  const old = await t.given.message(iris, channel, { topic: 'x' })
  t.clock.advance({ days: 8 })
  const fresh = await t.given.message(iris, channel, { topic: 'x' })
  const refusal = await t
    .as(otto)
    .refusal(updateMessage, { message_id: fresh, topic: 'y', propagate_mode: 'change_all' })
  expect(refusal).toMatchObject({
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    fields: {
      first_message_id_allowed_to_move: fresh,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    },
  })
  expect((await t.as(otto).refusal(updateMessage, { message_id: old, topic: 'y' })).message).toMatch(
    /time limit/,
  )
  expect(
    (await t.as(guest).refusal(updateMessage, { message_id: fresh, stream_id: other.id })).message,
  ).toMatch(/permission to move/)
  await converge(t, [otto, moderator, guest], () =>
    t
      .as(moderator)
      .call(updateMessage, { message_id: old, topic: 'y', propagate_mode: 'change_all', ...quiet }),
  )
})

test('an edit shares the uploads that it links, and lists uploads that no message links any more', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const upload = async (account: Account, filename: string) => {
    const file = { filename, contentType: 'text/plain', bytes: new TextEncoder().encode(filename) }
    return (await t.as(account).call(uploadFile, { file: [file] })).url
  }
  const own = await upload(iris, 'own.txt')
  const kept = await upload(iris, 'kept.txt')
  const secret = await upload(otto, 'secret.txt')
  const linking = async (account: Account) =>
    (await t.as(account).call(getAttachments, {})).attachments.map(({ name, message_ids }) => [
      name,
      message_ids,
    ])
  const withUploads = async () => {
    const narrow = [{ operator: 'has', operand: 'attachment' }]
    const found = await t.as(otto).call(getMessages, { anchor: 'newest', num_before: 10, narrow })
    return found.messages.map((message) => message.id)
  }
  const other = await t.given.message(iris, channel, { content: `[kept](${kept})` })
  const id = await t.given.message(iris, channel, { content: 'plain' })
  const edit = async (content: string) =>
    (await t.as(iris).call(updateMessage, { message_id: id, content })).detached_uploads

  let detached: Awaited<ReturnType<typeof edit>> = []
  const added = await converge(t, [iris, otto], async () => {
    detached = await edit(`[own](${own}) [kept](${kept}) [secret](${secret})`)
  })
  expect(detached).toEqual([])
  expect(added.get(iris.id)?.filter(({ type }) => type === 'attachment')).toMatchObject([
    { op: 'update', attachment: { name: 'own.txt', message_ids: [id] } },
    { op: 'update', attachment: { name: 'kept.txt', message_ids: [other, id] } },
  ])
  expect(await linking(otto)).toEqual([['secret.txt', []]])
  expect(await withUploads()).toEqual([other, id])

  expect(await edit('nothing')).toMatchObject([{ name: 'own.txt', message_ids: [] }])
  expect(await linking(iris)).toEqual(
    expect.arrayContaining([
      ['own.txt', []],
      ['kept.txt', [other]],
    ]),
  )
  expect(await withUploads()).toEqual([other])
})

test('a poll with votes cannot be edited', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const poll = await t.given.message(iris, channel, { content: '/poll Lunch?\nyes\nno' })
  expect(
    (await t.as(iris).refusal(updateMessage, { message_id: poll, content: '/poll Dinner?' })).message,
  ).toBe('Widgets cannot be edited.')
  await t.as(iris).call(updateMessage, { message_id: poll, topic: 'food', ...quiet })
})

test('newcomers to a channel without shared history learn nothing about earlier messages', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const id = await t.given.message(iris, channel, { content: 'before' })
  await t.as(iris).call(subscribe, {
    subscriptions: [{ name: channel.name }],
    principals: [mia.id],
  })
  const edited = await converge(t, [iris, otto, mia], () =>
    t.as(iris).call(updateMessage, { message_id: id, content: 'still before' }),
  )
  expect(edited.get(otto.id)).toMatchObject([{ type: 'update_message', content: 'still before' }])
  expect(edited.get(mia.id)).toEqual([])
})

test('histories name the empty topic for clients that do not know it', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const id = await t.given.message(iris, channel, { topic: '' })
  await t.as(iris).call(updateMessage, { message_id: id, topic: 'named', ...quiet })
  const history = async (allow_empty_topic_name: boolean) => {
    const found = await t.as(iris).call(getMessages, { message_ids: [id], allow_empty_topic_name })
    return found.messages[0]?.edit_history?.map(({ topic, prev_topic }) => [topic, prev_topic])
  }
  expect(await history(true)).toEqual([['named', '']])
  expect(await history(false)).toEqual([['named', 'general chat']])
})

test('resolving a topic does not count as a move, and earlier moves still count', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const id = await t.given.message(iris, channel, { topic: 'colors' })
  const late = await t.given.message(iris, channel, { topic: '✔ shades' })
  const rename = (topic: string) =>
    t.as(iris).call(updateMessage, { message_id: id, topic, propagate_mode: 'change_all', ...quiet })
  const movedAt = async (message_id: number) =>
    (await t.as(otto).call(getMessage, { message_id })).message.last_moved_timestamp
  await rename('✔ colors')
  expect(await movedAt(id)).toBeUndefined()
  await rename('colors')
  expect(await movedAt(id)).toBeUndefined()
  const now = Math.floor(t.clock.now() / 1000)
  await rename('shades')
  expect(await movedAt(id)).toBe(now)
  t.clock.advance({ minutes: 1 })
  // Resolved into an existing topic.
  await rename('✔ shades')
  expect(await movedAt(id)).toBe(now)
  expect(await movedAt(late)).toBeUndefined()
})

test('an edited message counts as read for a user who is not subscribed', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const id = await t.given.message(iris, channel)
  await t.as(mia).call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  const received = await converge(t, [otto, mia], () =>
    t.as(iris).call(updateMessage, { message_id: id, content: 'Better' }),
  )
  expect(received.get(otto.id)?.map((event) => event.flags)).toEqual([[]])
  expect(received.get(mia.id)?.map((event) => event.flags)).toEqual([['read', 'starred']])
})
