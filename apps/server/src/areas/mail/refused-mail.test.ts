import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { addressOf, mailClient, messagesIn } from '#test/mail-client.ts'

const environment = {
  TAGMA_INCOMING_MAIL_PORT: '2525',
  TAGMA_INCOMING_MAIL_DOMAIN: 'chat.example.com',
  TAGMA_MAX_UPLOAD_MIB: '1',
  TAGMA_UPLOAD_QUOTA_MIB: '3',
}
const mail = mailClient(environment)
const limits = { ...environment, TAGMA_RATE_LIMITS: 'incoming_mail=2/60' }
const limited = mailClient(limits)

async function scene() {
  const t = await testApp(environment)
  const { iris, otto } = await t.given.members('iris', 'otto')
  const desdemona = await t.given.user('desdemona', { role: 'owner' })
  const channel = await t.given.channel([iris, otto])
  return { t, iris, otto, desdemona, channel }
}

test('an address that was not given out is unknown', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const [name = '', domain = ''] = address.split('@')
  const [channelId = '', holder = '', sender = '', signature = ''] = name.split('-')
  const other = await t.given.channel([iris])
  const forged = [
    `general@${domain}`,
    `${name}@example.com`,
    `${name}@other.${domain}`,
    `${name.slice(0, -1)}${name.endsWith('0') ? '1' : '0'}@${domain}`,
    `${other.id.toString(36)}-${holder}-${sender}-${signature}@${domain}`,
    `${channelId}-${holder}-${iris.id.toString(36)}-${signature}@${domain}`,
    `zzzzzzzzzz-${holder}-${sender}-${signature}@${domain}`,
    `${channelId}-zzzzzzzzzz-${sender}-${signature}@${domain}`,
  ]
  for (const to of forged) expect(await mail.answer(to)).toBe('550 There is no such address here.')
  expect(await messagesIn(t, iris, channel)).toEqual([])
})

test('an address works as long as its holder may post by it', async () => {
  const { t, iris, otto, desdemona, channel } = await scene()
  const bot = await t.given.bot('builder', otto)
  const closed = await t.given.channel([iris, otto], { invite_only: true })
  const [mine, bots, inClosed, iriss] = [
    await addressOf(t, otto, channel),
    await addressOf(t, otto, channel, bot),
    await addressOf(t, otto, closed),
    await addressOf(t, iris, channel),
  ]
  const moderators = t.directory.systemGroup('role:moderators').id
  const everyone = t.directory.systemGroup('role:everyone').id
  const letPost = (group: number) =>
    t.as(desdemona).call(updateStream, {
      stream_id: channel.id,
      can_send_message_group: { new: group },
    })
  await letPost(moderators)
  expect(await mail.answer(mine)).toBe(`550 Not authorized to send to channel '${channel.name}'`)
  expect(await mail.answer(bots)).toBe(`550 Not authorized to send to channel '${channel.name}'`)
  await letPost(everyone)
  expect(await mail.answer(mine)).toBe('taken')
  expect(await mail.answer(inClosed)).toBe('taken')
  await t.as(otto).call(unsubscribe, { subscriptions: [closed.name] })
  expect(await mail.answer(inClosed)).toBe('550 Invalid channel ID')
  // A new API key ends the addresses made with the old one.
  const { api_key } = await t.as(iris).call(regenerateApiKey, {})
  expect(await mail.answer(iriss)).toBe('550 There is no such address here.')
  expect(await mail.answer(await addressOf(t, { ...iris, apiKey: api_key }, channel))).toBe('taken')
  await t.as(desdemona).call(deactivateUser, { user_id: otto.id })
  expect(await mail.answer(mine)).toBe('550 This address is no longer in use.')
  expect(await mail.answer(bots)).toBe('550 This address is no longer in use.')
  const kept = await addressOf(t, desdemona, channel)
  await t.as(desdemona).call(archiveStream, { stream_id: channel.id })
  expect(await mail.answer(kept)).toBe(`550 Not authorized to send to channel '${channel.name}'`)
  await t.as(desdemona).call(deactivateRealm, {})
  expect(await mail.answer(kept)).toBe('550 This organization has been deactivated.')
})

test('a mail that may not become a message is refused as a whole', async () => {
  const { t, iris, otto, desdemona, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const file = (mib: number) => ({ filename: 'a.bin', content: Buffer.alloc(mib * 1024 * 1024) })
  const lunch = { subject: 'Lunch', text: 'At one.' }
  expect(await mail.answer(address, { ...lunch, attachments: [file(1.1)] })).toBe(
    '552 A file of the mail is larger than 1 MiB.',
  )
  const many = Array.from({ length: 21 }, () => ({ filename: 'a.txt', content: 'x' }))
  expect(await mail.answer(address, { ...lunch, attachments: many })).toBe(
    '552 The mail has more than 20 files.',
  )
  expect(await mail.answer(address, { ...lunch, attachments: [1, 1, 1, 1].map(file) })).toBe(
    '452 Upload would exceed your organization’s upload quota.',
  )
  expect(await t.as(iris).call(getAttachments, {})).toMatchObject({ upload_space_used: 0 })
  const general = await t.given.channel([iris], { topics_policy: 'disable_empty_topic' })
  expect(await mail.answer(await addressOf(t, iris, general), { text: 'At one.' })).toBe('taken')
  await t.as(desdemona).call(updateStream, {
    stream_id: channel.id,
    can_create_topic_group: { new: t.directory.systemGroup('role:moderators').id },
  })
  const attachments = [{ filename: 'a.txt', content: 'Soup' }]
  expect(await mail.answer(address, { ...lunch, attachments })).toBe(
    '550 You do not have permission to create new topics in this channel.',
  )
  // Its files are gone too.
  expect(await t.as(iris).call(getAttachments, {})).toMatchObject({ upload_space_used: 0 })
  expect(await messagesIn(t, otto, channel)).toEqual([])
})

test('the email gateway mentions only people that the holder may mention', async () => {
  const { t, iris, channel } = await scene()
  await t.given.settings({ can_mention_many_users_group: t.directory.systemGroup('role:nobody').id })
  const address = await addressOf(t, iris, channel)
  expect(await mail.answer(address, { subject: 'Lunch', text: '@**all** lunch' })).toBe('taken')
  const crowd = await t.given.members(...Array.from({ length: 16 }, (_, index) => `crowd${index}`))
  const large = await t.given.channel([iris, ...Object.values(crowd)])
  expect(
    await mail.answer(await addressOf(t, iris, large), { subject: 'Lunch', text: '@**all** lunch' }),
  ).toMatch(/^550 You do not have permission to use channel wildcard mentions/)
})

test('automatic answers and this server’s own mail are not posted; reports and lists are', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const lunch = { subject: 'Lunch', text: 'At one.' }
  const own = { 'Auto-Submitted': 'auto-generated' }
  expect(await mail.answer(address, { ...lunch, headers: { 'Auto-Submitted': 'Auto-Replied' } })).toBe(
    '554 Automatic answers are not posted.',
  )
  expect(await mail.answer(address, { ...lunch, headers: { Precedence: 'auto_reply' } })).toBe(
    '554 Automatic answers are not posted.',
  )
  expect(await mail.answer(address, { ...lunch, headers: own, messageId: '<17.3@localhost>' })).toBe(
    '554 This mail comes from here.',
  )
  expect(await mail.answer(address, { ...lunch, headers: own, messageId: '<1@cron.example.com>' })).toBe(
    'taken',
  )
  expect(await mail.answer(address, { ...lunch, headers: { Precedence: 'bulk' } })).toBe('taken')
  expect(await messagesIn(t, iris, channel)).toHaveLength(2)
})

test('mail to one address beyond the limit is delayed', async () => {
  const t = await testApp(limits)
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const other = await t.given.channel([iris])
  const address = await addressOf(t, iris, channel)
  const send = (to: string) => limited.answer(to)
  expect(await send(address)).toBe('taken')
  expect(await send(address)).toBe('taken')
  expect(await send(address)).toMatch(/^451 API usage exceeded rate limit/)
  expect(await send(await addressOf(t, iris, other))).toBe('taken')
  t.clock.advance({ seconds: 61 })
  expect(await send(address)).toBe('taken')
  expect(await messagesIn(t, iris, channel)).toHaveLength(3)
})
