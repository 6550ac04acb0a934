import { expect, onTestFinished, test } from 'vitest'
import { mailerSuite } from '#ports/mailer.suite.ts'
import { type InboxMood, smtpInbox } from '#test/smtp-inbox.ts'
import { smtpMailer } from './smtp-mailer.ts'

const mail = { to: 'iris@example.com', subject: 'Hello', text: 'Come in.\n\nhttp://localhost/join/abc' }
const from = 'Tagma <noreply@example.com>'

async function scene() {
  const inbox = await smtpInbox()
  const mailer = smtpMailer(inbox.url, from)
  onTestFinished(async () => {
    await mailer.close()
    await inbox.close()
  })
  return { inbox, mailer }
}

mailerSuite(async () => {
  const { inbox, mailer } = await scene()
  return {
    mailer,
    handedOver: () =>
      inbox.mails.map(({ to, headers, source }) => ({
        to: to.join(),
        subject: headers.get('subject') ?? '',
        source,
      })),
  }
})

test('an SMTP server gets the mail in text and HTML, under an id that stays the same', async () => {
  const { inbox, mailer } = await scene()
  for (const _ of [1, 2]) await mailer.send({ ...mail, html: '<p>Come in.</p>' }, '17.3')
  const [first, second] = inbox.mails
  expect(first?.to).toEqual(['iris@example.com'])
  expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
    from,
    to: 'iris@example.com',
    subject: 'Hello',
    'message-id': '<17.3@example.com>',
    'auto-submitted': 'auto-generated',
  })
  expect(second?.headers.get('message-id')).toBe('<17.3@example.com>')
  expect(first?.source).toContain('http://localhost/join/abc')
  expect(first?.source).toContain('<p>Come in.</p>')
  expect([...(first?.headers.keys() ?? [])]).not.toContain('list-unsubscribe')
  expect([...(first?.headers.keys() ?? [])]).not.toContain('references')
})

test('what mail programs need to end such mails, and to keep them together, is in the header', async () => {
  const { inbox, mailer } = await scene()
  const url = `https://chat.example.com/unsubscribe/notifications/12/${'x'.repeat(60)}`
  await mailer.send({ ...mail, unsubscribe: url, thread: 'conversation-5' }, '1')
  await mailer.send({ ...mail, unsubscribe: 'http://chat.example.com/stop' }, '2')
  expect(Object.fromEntries(inbox.mails[0]?.headers ?? [])).toMatchObject({
    'list-unsubscribe': `<${url}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    references: '<conversation-5@example.com>',
    'in-reply-to': '<conversation-5@example.com>',
  })
  const plain = inbox.mails[1]?.headers
  expect(plain?.get('list-unsubscribe')).toBe('<http://chat.example.com/stop>')
  expect(plain?.get('list-unsubscribe-post')).toBeUndefined()
})

test('what goes wrong is told apart by whether another mail, or another time, will do', async () => {
  const { inbox, mailer } = await scene()
  const moods: [InboxMood, string][] = [
    [{ refusesRecipients: 550 }, 'rejected'],
    [{ refusesRecipients: 451 }, 'busy'],
    [{ refusesContent: 554 }, 'rejected'],
    [{ refusesContent: 452 }, 'busy'],
  ]
  for (const [mood, reason] of moods) {
    inbox.mood = mood
    await expect(mailer.send(mail, '1')).rejects.toMatchObject({ name: 'MailFailure', reason })
  }
  await expect(mailer.send({ ...mail, to: 'nobody' }, '1')).rejects.toMatchObject({ name: 'MailFailure' })
  const nowhere = smtpMailer('smtp://127.0.0.1:9', from)
  await expect(nowhere.send(mail, '1')).rejects.toMatchObject({ name: 'MailFailure', reason: 'away' })
})
