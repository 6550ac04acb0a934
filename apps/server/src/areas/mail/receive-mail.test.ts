import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { getStreamEmailAddress } from '@tagma/contract/endpoints/channels/get-stream-email-address.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { regenerateOwnApiKey } from '@tagma/contract/endpoints/users/regenerate-own-api-key.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { beforeAll, expect, test } from 'vitest'
import type { ChannelRecord } from '#directory/records.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'

const environment = {
  TAGMA_INCOMING_MAIL_PORT: '2525',
  TAGMA_INCOMING_MAIL_DOMAIN: 'Chat.Example.com',
  TAGMA_MAX_UPLOAD_MIB: '1',
  TAGMA_UPLOAD_QUOTA_MIB: '3',
}

const putOff = { ...environment, TAGMA_RATE_LIMITS: 'incoming_mail=2/60' }

const ports = { usual: 0, putOff: 0 }
beforeAll(async () => {
  const usual = (await testApp(environment)).app.incomingMail
  const other = (await testApp(putOff)).app.incomingMail
  const at = { host: '127.0.0.1', port: 0 }
  ports.usual = (await usual?.listen(at)) ?? 0
  ports.putOff = (await other?.listen(at)) ?? 0
  return async () => {
    await usual?.close()
    await other?.close()
  }
})

/** Sends a mail through a real client to the port that the server listens on. */
async function mail(to: string, options: SendMailOptions, port = ports.usual): Promise<void> {
  const client = createTransport({ host: '127.0.0.1', port, name: 'mail.example.com' })
  try {
    await client.sendMail({ from: 'Otto <otto@example.org>', to, ...options })
  } finally {
    client.close()
  }
}

async function scene() {
  const t = await testApp(environment)
  const { iris, otto } = await t.given.members('iris', 'otto')
  const desdemona = await t.given.user('desdemona', { role: 'owner' })
  const channel = await t.given.channel([iris, otto])
  return { t, iris, otto, desdemona, channel }
}

const addressOf = async (t: TestApp, holder: Account, channel: ChannelRecord, sender?: Account) =>
  (
    await t.as(holder).call(getStreamEmailAddress, {
      stream_id: channel.id,
      ...(sender ? { sender_id: sender.id } : {}),
    })
  ).email

/** The messages of a channel as somebody reads them, oldest first. */
async function messagesIn(t: TestApp, reader: Account, channel: ChannelRecord) {
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel.id }],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return messages
    .filter(({ subject }) => subject !== 'channel events')
    .map(({ subject, content, sender_email, flags }) => ({ subject, content, sender_email, flags }))
}

test('a mail becomes a message of the email gateway, of its holder or of a bot of theirs', async () => {
  const { t, iris, otto, channel } = await scene()
  const bot = await t.given.bot('builder', iris)
  for (const sender of [undefined, iris, bot]) {
    const address = await addressOf(t, iris, channel, sender)
    expect(address).toMatch(/^[\da-z]+-[\da-z]+-[\da-z]+-[\da-z]{16}@chat\.example\.com$/)
    await mail(address, { subject: 'Re: Lunch', text: 'At **one**.\n' })
  }
  const said = { subject: 'Lunch', content: 'At **one**.' }
  expect(await messagesIn(t, otto, channel)).toEqual([
    { ...said, sender_email: 'emailgateway@zulip.com', flags: [] },
    { ...said, sender_email: iris.email, flags: [] },
    { ...said, sender_email: bot.email, flags: [] },
  ])
  // It is news to the holder too: they did not type it into a client.
  expect((await messagesIn(t, iris, channel)).map(({ flags }) => flags)).toEqual([[], [], []])
})

test('an address works in any case, and with words behind it that choose more of the mail', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const [name = '', domain = ''] = address.split('@')
  const options = {
    subject: 'Lunch',
    text: 'Fine.\n-- \nOtto\n\nOn 5 Jan 2026, Iris wrote:\n> Lunch?',
    html: '<p>Fine <i>indeed</i>.</p>',
  }
  await mail(`${name.toUpperCase()}@CHAT.example.COM`, options)
  await mail(`${name}+show-sender+include-footer@${domain}`, options)
  await mail(`${name}.include-quotes@${domain}`, options)
  await mail(`${name}+prefer-html+unheard-of@${domain}`, options)
  expect((await messagesIn(t, iris, channel)).map(({ content }) => content)).toEqual([
    'Fine.',
    'From: otto@example.org\n\nFine.\n--\nOtto',
    'Fine.',
    'Fine *indeed*.',
  ])
})

test('files are uploaded and linked, and who reads the message may open them', async () => {
  const { t, iris, otto, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  await mail(address, {
    subject: 'Menu',
    text: 'See the files.',
    attachments: [
      { filename: 'menu [new].txt', content: 'Soup' },
      { filename: '../../etc/passwd', content: 'x', contentType: 'text/html' },
    ],
  })
  await mail(address, { subject: 'Menu', attachments: [{ filename: 'a.txt', content: 'Soup' }] })
  const [both, only] = (await messagesIn(t, otto, channel)).map(({ content }) => content)
  const path = `/user_uploads/${t.organizationId}/[\\w/-]+/`
  expect(both).toMatch(
    new RegExp(
      `^See the files\\.\n\n\\[menu  new \\.txt\\]\\(${path}menu-new\\.txt\\)\n\\[passwd\\]\\(${path}passwd\\)$`,
    ),
  )
  expect(only).toMatch(new RegExp(`^\\[a\\.txt\\]\\(${path}a\\.txt\\)$`))
  const url = /\((\/user_uploads\/.*?)\)/.exec(both ?? '')?.[1] ?? ''
  const open = async (reader: Account) =>
    t.app.http.inject({
      method: 'GET',
      url: `/api/v1${url}`,
      headers: {
        host: t.host,
        authorization: `Basic ${Buffer.from(`${reader.email}:${reader.apiKey}`).toString('base64')}`,
      },
    })
  const { statusCode, body } = await open(otto)
  expect(statusCode).toBe(200)
  const temporary = await t.app.http.inject({
    method: 'GET',
    url: (JSON.parse(body) as { url: string }).url,
    headers: { host: t.host },
  })
  expect(temporary.body).toBe('Soup')
  const guest = await t.given.user('guest', { role: 'guest' })
  expect((await open(guest)).statusCode).not.toBe(200)
})

test('what is too long for a message, or cannot become Markdown, is linked whole', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  await mail(address, { subject: 'Long', text: '🙂'.repeat(20_000) })
  await mail(address, { subject: 'Deep', html: '<i>.</i>'.repeat(30_000) })
  const [long = '', deep = ''] = (await messagesIn(t, iris, channel)).map(({ content }) => content)
  expect(long).toMatch(/^(?:🙂){4000,10000}\n\n…\n\n\[mail\.txt\]\(\/user_uploads\/\S+\/mail\.txt\)$/u)
  expect([...long].length).toBeLessThanOrEqual(10_000)
  expect(deep).toMatch(/^\[mail\.html\]\(\/user_uploads\/\S+\/mail\.html\)$/)
})

test('a mail without a subject or a text becomes a message all the same', async () => {
  const { t, iris, channel } = await scene()
  await mail(await addressOf(t, iris, channel), {})
  const general = await t.given.channel([iris], { topics_policy: 'empty_topic_only' })
  await mail(await addressOf(t, iris, general), { subject: 'Lunch', text: 'At one.' })
  expect(await messagesIn(t, iris, channel)).toMatchObject([
    { subject: 'Email with no subject', content: '(empty mail)' },
  ])
  expect(await messagesIn(t, iris, general)).toMatchObject([{ subject: '', content: 'At one.' }])
})

test('a mail that is delivered again posts nothing twice', async () => {
  const { t, iris, channel } = await scene()
  const other = await t.given.channel([iris])
  const options = { subject: 'Lunch', text: 'At one.', messageId: '<same@example.org>' }
  const address = await addressOf(t, iris, channel)
  await mail(address, options)
  await mail(address, { ...options, attachments: [{ filename: 'a.txt', content: 'x' }] })
  await mail(await addressOf(t, iris, other), options)
  expect(await messagesIn(t, iris, channel)).toHaveLength(1)
  expect(await messagesIn(t, iris, other)).toHaveLength(1)
})

/** What the server answers to a mail that it does not take; or `taken`. */
async function refused(
  to: string,
  options: SendMailOptions = { subject: 'Lunch', text: 'At one.' },
  port = ports.usual,
): Promise<string> {
  try {
    await mail(to, options, port)
    return 'taken'
  } catch (error) {
    return (error as { response: string }).response
  }
}

test('an address that nobody was given is unknown', async () => {
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
  for (const to of forged) expect(await refused(to)).toBe('550 There is no such address here.')
  expect(await messagesIn(t, iris, channel)).toEqual([])
})

test('an address is good for as long as its holder may post by it', async () => {
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
  expect(await refused(mine)).toBe(`550 Not authorized to send to channel '${channel.name}'`)
  expect(await refused(bots)).toBe(`550 Not authorized to send to channel '${channel.name}'`)
  await letPost(everyone)
  expect(await refused(mine)).toBe('taken')
  expect(await refused(inClosed)).toBe('taken')
  await t.as(otto).call(unsubscribe, { subscriptions: [closed.name] })
  expect(await refused(inClosed)).toBe('550 Invalid channel ID')
  // A new API key ends the addresses that were made with the old one.
  const { api_key } = await t.as(iris).call(regenerateOwnApiKey, {})
  expect(await refused(iriss)).toBe('550 There is no such address here.')
  expect(await refused(await addressOf(t, { ...iris, apiKey: api_key }, channel))).toBe('taken')
  await t.as(desdemona).call(deactivateUser, { user_id: otto.id })
  expect(await refused(mine)).toBe('550 This address is no longer in use.')
  expect(await refused(bots)).toBe('550 This address is no longer in use.')
  const kept = await addressOf(t, desdemona, channel)
  await t.as(desdemona).call(archiveStream, { stream_id: channel.id })
  expect(await refused(kept)).toBe(`550 Not authorized to send to channel '${channel.name}'`)
  await t.as(desdemona).call(deactivateRealm, {})
  expect(await refused(kept)).toBe('550 This organization has been deactivated.')
})

test('a mail that may not become a message is refused whole', async () => {
  const { t, iris, otto, desdemona, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const file = (mib: number) => ({ filename: 'a.bin', content: Buffer.alloc(mib * 1024 * 1024) })
  const lunch = { subject: 'Lunch', text: 'At one.' }
  expect(await refused(address, { ...lunch, attachments: [file(1.1)] })).toBe(
    '552 A file of the mail is larger than 1 MiB.',
  )
  const many = Array.from({ length: 21 }, () => ({ filename: 'a.txt', content: 'x' }))
  expect(await refused(address, { ...lunch, attachments: many })).toBe('552 The mail has more than 20 files.')
  expect(await refused(address, { ...lunch, attachments: [1, 1, 1, 1].map(file) })).toBe(
    '452 Upload would exceed your organization’s upload quota.',
  )
  expect(await t.as(iris).call(getAttachments, {})).toMatchObject({ upload_space_used: 0 })
  const general = await t.given.channel([iris], { topics_policy: 'disable_empty_topic' })
  expect(await refused(await addressOf(t, iris, general), { text: 'At one.' })).toBe('taken')
  await t.as(desdemona).call(updateStream, {
    stream_id: channel.id,
    can_create_topic_group: { new: t.directory.systemGroup('role:moderators').id },
  })
  expect(await refused(address)).toBe('550 You do not have permission to create new topics in this channel.')
  expect(await messagesIn(t, otto, channel)).toEqual([])
})

test('the email gateway mentions nobody whom the holder may not mention', async () => {
  const { t, iris, channel } = await scene()
  await t.given.settings({ can_mention_many_users_group: t.directory.systemGroup('role:nobody').id })
  const address = await addressOf(t, iris, channel)
  expect(await refused(address, { subject: 'Lunch', text: '@**all** lunch' })).toBe('taken')
  const crowd = await t.given.members(...Array.from({ length: 16 }, (_, index) => `crowd${index}`))
  const large = await t.given.channel([iris, ...Object.values(crowd)])
  expect(
    await refused(await addressOf(t, iris, large), { subject: 'Lunch', text: '@**all** lunch' }),
  ).toMatch(/^550 You do not have permission to use channel wildcard mentions/)
})

test('answers of machines and this server’s own mail are not posted; reports and lists are', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const lunch = { subject: 'Lunch', text: 'At one.' }
  const own = { 'Auto-Submitted': 'auto-generated' }
  expect(await refused(address, { ...lunch, headers: { 'Auto-Submitted': 'Auto-Replied' } })).toBe(
    '554 Automatic answers are not posted.',
  )
  expect(await refused(address, { ...lunch, headers: { Precedence: 'auto_reply' } })).toBe(
    '554 Automatic answers are not posted.',
  )
  expect(await refused(address, { ...lunch, headers: own, messageId: '<17.3@localhost>' })).toBe(
    '554 This mail comes from here.',
  )
  expect(await refused(address, { ...lunch, headers: own, messageId: '<1@cron.example.com>' })).toBe('taken')
  expect(await refused(address, { ...lunch, headers: { Precedence: 'bulk' } })).toBe('taken')
  expect(await messagesIn(t, iris, channel)).toHaveLength(2)
})

test('more mail to one address than the limit is put off', async () => {
  const t = await testApp(putOff)
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const other = await t.given.channel([iris])
  const address = await addressOf(t, iris, channel)
  const send = (to: string) => refused(to, { subject: 'Lunch', text: 'At one.' }, ports.putOff)
  expect(await send(address)).toBe('taken')
  expect(await send(address)).toBe('taken')
  expect(await send(address)).toMatch(/^451 API usage exceeded rate limit/)
  expect(await send(await addressOf(t, iris, other))).toBe('taken')
  t.clock.advance({ seconds: 61 })
  expect(await send(address)).toBe('taken')
  expect(await messagesIn(t, iris, channel)).toHaveLength(3)
})
