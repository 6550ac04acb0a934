import type { Message } from '@tagma/sync/messages/message.ts'
import { expect, test } from 'vitest'
import { reportOf } from './report-of.ts'

const reading = {
  settledCode: '2705',
  read(html: string) {
    const template = document.createElement('template')
    template.innerHTML = html
    return template.content
  },
}
const mention = (id: number, name: string) =>
  `<span class="user-mention silent" data-user-id="${id}">${name}</span>`
const messageOf = (content: string, reactions: object[] = []) =>
  ({
    id: 40,
    stream_id: 9,
    subject: "otto's moderation requests",
    timestamp: 1000,
    content,
    reactions,
  }) as unknown as Message

test('a report of a message in a channel names the reporter, the sender and the message', () => {
  const html = `<p>${mention(10, 'Iris')} reported <a href="#narrow/channel/5/near/31">a message</a> in <a class="stream-topic" href="#narrow/channel/5-design/topic/logo">#design &gt; logo</a> sent by ${mention(11, 'Otto')}.</p><ul><li>Reason: <strong>Spam</strong></li></ul><blockquote><p>${mention(12, 'Mia')} <a href="/near/99">near</a></p></blockquote>`
  const check = { emoji_code: '2705', reaction_type: 'unicode_emoji', user_id: 12 }
  expect(reportOf(messageOf(html, [check, { ...check, emoji_code: '1f44d' }]), reading)).toMatchObject({
    reporterId: 10,
    senderId: 11,
    messageId: 31,
    settledBy: [12],
  })
})

test('of a direct message, the receivers stand between, and moderators have no message', () => {
  const html = `<p>${mention(10, 'Iris')} reported a direct message to ${mention(10, 'Iris')}, ${mention(12, 'Mia')} sent by ${mention(11, 'Otto')}.</p>`
  expect(reportOf(messageOf(html), reading)).toMatchObject({
    reporterId: 10,
    senderId: 11,
    messageId: undefined,
  })
})

test('other messages of the bot are no reports', () => {
  expect(reportOf(messageOf('<p>The channel was renamed.</p>'), reading)).toBeUndefined()
  expect(reportOf(messageOf(''), reading)).toBeUndefined()
})
