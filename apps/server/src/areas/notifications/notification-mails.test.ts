import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { unspoken } from '#test/unspoken.ts'
import { notifyJob } from './notify-job.ts'
import { sendNotificationMailsJob } from './send-notification-mails-job.ts'

async function notify(t: TestApp): Promise<void> {
  for (const job of [notifyJob, sendNotificationMailsJob, sendMailJob])
    await job.run(t.app.services, t.organizationId)
}

/** Leaves the organization out of subjects: accounts of the same address in other tests would add it. */
const unnamed = { realm_name_in_email_notifications_policy: 3 } as const

/** Mails that this organization's user got; other tests share the server. */
const mailsTo = (t: TestApp, start: number) => t.mails.slice(start)

test('messages wait for each other, and each conversation gets one mail, in text and HTML', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(otto).call(updateSettings, unnamed)
  const channel = await t.given.channel([iris, otto], { name: 'design' })
  const start = t.mails.length
  const first = await t.given.message(iris, [otto], { content: 'one **bold** <b>' })
  await notify(t)
  t.clock.advance({ minutes: 1 })
  const second = await t.given.message(iris, channel, { content: '@**otto** two' })
  await t.given.message(iris, [otto], { content: 'three' })
  await notify(t)
  expect(mailsTo(t, start)).toEqual([])
  t.clock.advance({ minutes: 1 })
  await notify(t)
  await notify(t)
  const [direct, mention, ...more] = mailsTo(t, start)
  expect(more).toEqual([])
  const url = `http://${t.host}`
  expect(direct).toMatchObject({ to: 'otto@example.com', subject: 'Direct messages with iris' })
  expect(direct?.text).toMatch(/^iris, [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2,3}, \d{2}:\d{2} UTC:$/m)
  expect(direct?.text).toContain('> one bold <b>')
  expect(direct?.text).toContain('> three')
  expect(direct?.text).toContain(`${url}/#narrow/dm/${iris.id},${otto.id}-dm/near/${first}`)
  expect(direct?.html).toContain('one bold &lt;b&gt;')
  expect(mention).toMatchObject({ to: 'otto@example.com', subject: '#design > greetings' })
  expect(mention?.text).toContain('> @otto two')
  expect(mention?.text).toContain(
    `${url}/#narrow/channel/${channel.id}-design/topic/greetings/near/${second}`,
  )
  expect(new Set([direct?.thread, mention?.thread, undefined]).size).toBe(3)
  expect(direct?.unsubscribe).toMatch(new RegExp(`^${url}/unsubscribe/notifications/${otto.id}/`))
})

test('later mails of a conversation belong to the same thread', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = t.mails.length
  for (const content of ['one', 'two']) {
    await t.given.message(iris, [otto], { content })
    await notify(t)
    t.clock.advance({ minutes: 3 })
    await notify(t)
  }
  const [first, second] = mailsTo(t, start)
  expect(first?.thread).toBe(second?.thread)
  expect([first?.text.includes('> two'), second?.text.includes('> one')]).toEqual([false, false])
})

test('subjects name the organization always, never, or when the user is in several', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { name } = t.directory.organization
  const start = t.mails.length
  const write = async (policy: 1 | 2 | 3) => {
    await t.as(otto).call(updateSettings, { realm_name_in_email_notifications_policy: policy })
    await t.given.message(iris, [otto])
    await notify(t)
    t.clock.advance({ minutes: 3 })
    await notify(t)
    return mailsTo(t, start).at(-1)?.subject
  }
  expect(await write(2)).toBe(`Direct messages with iris [${name}]`)
  expect(await write(3)).toBe('Direct messages with iris')
  // No other organization has an account with this address yet.
  const { lone } = await t.given.members('lone')
  await t.as(lone).call(updateSettings, { email_notifications_batching_period_seconds: 0 })
  const alone = async () => {
    await t.given.message(iris, [lone])
    await notify(t)
    return t.mails.filter((mail) => mail.to === lone.email).at(-1)?.subject
  }
  expect(await alone()).toBe('Direct messages with iris')
  const other = await testApp()
  await other.given.members('lone')
  expect(await alone()).toBe(`Direct messages with iris [${name}]`)
})

test('messages that were read meanwhile are left out', async () => {
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

test('a user who wants no quotes gets none', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = t.mails.length
  await t.as(otto).call(updateSettings, {
    ...unnamed,
    message_content_in_email_notifications: false,
    email_notifications_batching_period_seconds: 0,
  })
  await t.given.message(iris, [otto], { content: 'a secret' })
  await notify(t)
  const [mail] = mailsTo(t, start)
  expect(mail).toMatchObject({ subject: '1 new message' })
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/secret|iris/)
})

test('an organization that forbids quotes is obeyed, whatever its users want', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const start = t.mails.length
  await t.as(otto).call(updateSettings, unnamed)
  await t.given.settings({ message_content_allowed_in_email_notifications: false })
  await t.given.message(iris, [otto], { content: 'a secret' })
  await t.given.message(iris, await t.given.channel([iris, otto]), { content: '@**otto** another' })
  await notify(t)
  t.clock.advance({ minutes: 3 })
  await notify(t)
  const mails = mailsTo(t, start)
  expect(mails.map((mail) => mail.subject)).toEqual(['2 new messages'])
  expect(JSON.stringify(mails)).not.toMatch(/secret|another|iris|#channel/)
})

test('the link in the mail ends such mails, and no other link does', async () => {
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
  expect((await t.page(wrong, { 'List-Unsubscribe': 'One-Click' })).status).toBe(404)
  const page = await t.page(link)
  expect(page.body).toContain('Stop these mails')
  expect(page.body).toContain('otto@example.com')
  expect((await t.page(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
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

test('mails speak the language of their reader, with times as that language writes them', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const { name } = t.directory.organization
  await t.as(otto).call(updateSettings, { ...unnamed, default_language: 'de-AT' })
  const start = t.mails.length
  await t.given.message(iris, [otto], { content: 'moin' })
  await t.given.message(iris, await t.given.channel([iris, otto], { name: 'hof' }), {
    topic: '',
    content: '@**otto** da?',
  })
  await notify(t)
  t.clock.advance({ minutes: 2 })
  await notify(t)
  const [direct, mention] = mailsTo(t, start)
  expect([direct?.subject, mention?.subject]).toEqual(['Direktnachrichten mit iris', '#hof > Allgemeines'])
  expect(direct?.text).toMatch(/^iris, [A-Z][a-z]\.?, \d{1,2}\. \p{L}+\.?, \d{2}:\d{2} UTC:$/mu)
  expect(direct?.text).toContain(`In ${name} lesen und antworten: http`)
  expect(direct?.text).toContain('Diese Mails abbestellen: http')
  expect(direct?.html).toContain('<html lang="de">')
  expect(direct?.html).toContain('>Diese Mails abbestellen</a>')
})

test('a mail that quotes nothing counts in the language of its reader', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const settings = { ...unnamed, default_language: 'de', message_content_in_email_notifications: false }
  await t.as(otto).call(updateSettings, settings)
  const start = t.mails.length
  await t.given.message(iris, [otto])
  await t.given.message(iris, [otto])
  await notify(t)
  t.clock.advance({ minutes: 2 })
  await notify(t)
  const [mail] = mailsTo(t, start)
  expect(mail?.subject).toBe('2 neue Nachrichten')
  expect(mail?.html).toContain('Diese Mail zitiert die Nachrichten nicht, weil du')
})

test.each([
  ['en-XA', 'lang="en-XA"', 'left'],
  ['ar-XB', 'lang="ar-XB" dir="rtl"', 'right'],
] as const)(
  'a mail in %s says nothing outside the catalogs, and begins on its side',
  async (tag, lang, side) => {
    const t = await testApp()
    const { iris, otto } = await t.given.members('iris', 'otto')
    await t.as(otto).call(updateSettings, { ...unnamed, default_language: tag })
    const start = t.mails.length
    await t.given.message(iris, [otto], { content: 'moin' })
    await notify(t)
    t.clock.advance({ minutes: 2 })
    await notify(t)
    const { html = '', text = '' } = mailsTo(t, start)[0] ?? {}
    expect(html).toContain(`<html ${lang}>`)
    expect(html).toContain(`border-${side}:3px`)
    // The time stands beside the name: its words are those of the locale.
    const time = /<span[^>]*>([^<]+)</.exec(html)?.[1] ?? ''
    expect(unspoken(html, ['iris', 'moin', time])).toEqual([])
    expect(unspoken(text.replaceAll(/http\S+/g, ''), ['iris', 'moin'])).toEqual([])
  },
)
