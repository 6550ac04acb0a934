import { expect, test } from 'vitest'
import { type Mail, MailFailure } from '#ports/mailer.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { testApp } from '#test/app.ts'
import { sendMailJob } from './send-mail-job.ts'

const mailTo = (to: string): Mail => ({
  to,
  subject: 'Hello',
  text: 'Come in.',
  html: '<p>Come in.</p>',
  unsubscribe: 'https://chat.example.com/unsubscribe',
  thread: 'conversation-5',
})

/** Puts mails into the outbox, and makes a mail server that treats each recipient as given. */
async function scene(recipients: readonly string[]) {
  const t = await testApp()
  const troubles = new Map<string, MailFailure['reason']>()
  const attempts: { to: string; id: string }[] = []
  const sent: Mail[] = []
  const services = {
    ...t.app.services,
    outside: {
      ...t.app.services.outside,
      mailer: {
        async send(mail: Mail, id: string) {
          attempts.push({ to: mail.to, id })
          const reason = troubles.get(mail.to)
          if (reason) throw new MailFailure(reason, 'no')
          sent.push(mail)
        },
        close: async () => {},
      },
    },
  }
  for (const to of recipients)
    await services.data.transact(t.organizationId, (tx) => insertMail(tx, mailTo(to)))
  const run = () => sendMailJob.run(services, t.organizationId)
  return { t, troubles, attempts, sent, run }
}

test('mail goes out once and in full', async () => {
  const { t, sent, run } = await scene(['iris@example.com'])
  await run()
  t.clock.advance({ days: 1 })
  await run()
  expect(sent).toEqual([mailTo('iris@example.com')])
})

test('mail for an unreachable server is tried again under the same ids, and not every mail at once', async () => {
  const recipients = Array.from({ length: 20 }, (_, n) => `user${n}@example.com`)
  const { t, troubles, attempts, sent, run } = await scene(recipients)
  for (const to of recipients) troubles.set(to, 'away')
  await run()
  expect(attempts.length).toBeLessThan(recipients.length)
  troubles.clear()
  await run()
  expect(sent, 'not again at once').toEqual([])
  t.clock.advance({ minutes: 3 })
  await run()
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(recipients))
  expect(sent).toHaveLength(recipients.length)
  for (const to of recipients)
    expect(new Set(attempts.filter((one) => one.to === to).map(({ id }) => id)).size).toBe(1)
})

test('a busy recipient is tried again, a refused one is not, and neither delays the others', async () => {
  const { t, troubles, attempts, sent, run } = await scene([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  troubles.set('a@example.com', 'rejected').set('b@example.com', 'busy')
  await run()
  expect(sent.map(({ to }) => to)).toEqual(['c@example.com'])
  troubles.clear()
  t.clock.advance({ minutes: 3 })
  await run()
  expect(sent.map(({ to }) => to)).toEqual(['c@example.com', 'b@example.com'])
  expect(attempts.filter(({ to }) => to === 'a@example.com')).toHaveLength(1)
})

test('a mail that cannot be delivered for three days is given up', async () => {
  const { t, troubles, attempts, run } = await scene(['a@example.com'])
  troubles.set('a@example.com', 'away')
  await run()
  t.clock.advance({ days: 3 })
  await run()
  troubles.clear()
  t.clock.advance({ days: 1 })
  await run()
  expect(attempts).toHaveLength(2)
})
