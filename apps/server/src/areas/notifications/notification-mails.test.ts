import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { notifyJob } from './notify-job.ts'
import { sendNotificationMailsJob } from './send-notification-mails-job.ts'

async function notify(t: TestApp): Promise<void> {
  for (const job of [notifyJob, sendNotificationMailsJob, sendMailJob])
    await job.run(t.app.services, t.organizationId)
}

/** The mails that this organization's user got; others share the server. */
const mailsTo = (t: TestApp, start: number) => t.mails.slice(start)

test('messages are sent together when the first has waited long enough, in text and HTML', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const start = t.mails.length
  await t.given.message(iris, [otto], { content: 'one **bold** <b>' })
  await notify(t)
  t.clock.advance({ minutes: 1 })
  await t.given.message(iris, channel, { content: '@**otto** two' })
  await notify(t)
  expect(mailsTo(t, start)).toEqual([])
  t.clock.advance({ minutes: 1 })
  await notify(t)
  await notify(t)
  const [mail, ...more] = mailsTo(t, start)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: 'otto@example.com', subject: '2 new messages' })
  expect(mail?.text).toContain('Direct messages with iris\niris: one bold <b>')
  expect(mail?.text).toContain('#design > greetings\niris: @otto two')
  expect(mail?.html).toContain('one bold &lt;b&gt;')
})

test('what is read meanwhile is left out', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = t.mails.length
  const id = await t.given.message(iris, [otto])
  await notify(t)
  await t.as(otto).call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' })
  t.clock.advance({ hours: 1 })
  await notify(t)
  expect(mailsTo(t, start)).toEqual([])
})

test('who wants no quotes gets none', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = t.mails.length
  await t.as(otto).call(updateSettings, {
    message_content_in_email_notifications: false,
    email_notifications_batching_period_seconds: 0,
  })
  await t.given.message(iris, [otto], { content: 'a secret' })
  await notify(t)
  const [mail] = mailsTo(t, start)
  expect(mail?.subject).toBe('1 new message')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/secret|iris/)
})

test('the link in the mail ends them, and no other link does', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = t.mails.length
  await t.given.message(iris, [otto])
  await notify(t)
  t.clock.advance({ minutes: 2 })
  await notify(t)
  const link = /Stop these mails: (\S+)/.exec(mailsTo(t, start)[0]?.text ?? '')?.[1] ?? ''
  const wrong = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await t.page(wrong)).status).toBe(404)
  expect((await t.page(wrong, { stop: '1' })).status).toBe(404)
  expect((await t.page(link)).body).toContain('Stop these mails')
  expect((await t.page(link, { stop: '1' })).status).toBe(200)
  const { user_settings } = await t.as(otto).call(registerQueue, {
    fetch_event_types: ['user_settings'],
    client_capabilities: { user_settings_object: true },
  })
  expect(user_settings).toMatchObject({ enable_offline_email_notifications: false })
  await t.given.message(iris, [otto])
  await notify(t)
  t.clock.advance({ minutes: 5 })
  await notify(t)
  expect(mailsTo(t, start)).toHaveLength(1)
})
