import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('messages that arrive together are each sent once, in their order, whatever is refused between them', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const closed = await t.given.channel([otto], { invite_only: true })
  await t.given.message(otto, channel, { topic: 'known' })
  await t.as(otto).call(muteUser, { muted_user_id: iris.id })
  const send = (topic: string, content: string, more: { local_id?: string; to?: number } = {}) =>
    t.as(iris).call(sendMessage, { type: 'channel', to: channel.id, topic, content, queue_id: 'q', ...more })
  const results = await Promise.allSettled([
    send('known', 'one'),
    send('New', 'two'),
    send('known', 'three', { to: closed.id }),
    send('new', 'four'),
    send('known', 'five', { local_id: 'a' }),
    send('known', 'not again', { local_id: 'a' }),
    send('known', '@**otto** six'),
    send('known\u0007', 'seven'),
    t.as(iris).call(sendMessage, { type: 'direct', to: [otto.id], content: 'eight' }),
    t.as(iris).call(sendMessage, { type: 'direct', to: [otto.id], content: 'nine' }),
  ])
  expect(results.map((result) => (result.status === 'fulfilled' ? 'sent' : String(result.reason)))).toEqual([
    'sent',
    'sent',
    expect.stringContaining('does not exist'),
    'sent',
    'sent',
    'sent',
    'sent',
    expect.stringContaining('Invalid character in topic'),
    'sent',
    'sent',
  ])
  const ids = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.id : []))
  expect(ids[4]).toBe(ids[3])
  const { messages } = await t.as(otto).call(getMessages, {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'sender', operand: iris.id }],
  })
  expect(messages.map(({ id, subject, content, flags }) => [id, subject, content, flags])).toEqual([
    [ids[0], 'known', 'one', ['read']],
    [ids[1], 'New', 'two', ['read']],
    [ids[2], 'New', 'four', ['read']],
    [ids[3], 'known', 'five', ['read']],
    [ids[5], 'known', '@**otto** six', ['read', 'mentioned']],
    [ids[6], '', 'eight', ['read']],
    [ids[7], '', 'nine', ['read']],
  ])
  const { topics } = await t.as(otto).call(getStreamTopics, { stream_id: channel.id })
  expect(topics).toEqual([
    { name: 'known', max_id: ids[5] },
    { name: 'New', max_id: ids[2] },
  ])
})
