import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { expect, test } from 'vitest'
import { type Account, testApp } from '#test/app.ts'
import { addressOf, mailClient, messagesIn } from '#test/mail-client.ts'

const environment = {
  TAGMA_INCOMING_MAIL_PORT: '2525',
  TAGMA_INCOMING_MAIL_DOMAIN: 'Chat.Example.com',
}
const mail = mailClient(environment)

async function scene() {
  const t = await testApp(environment)
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  return { t, iris, otto, channel }
}

test('a mail becomes a message of the email gateway, of its holder or of the holder’s bot', async () => {
  const { t, iris, otto, channel } = await scene()
  const bot = await t.given.bot('builder', iris)
  for (const sender of [undefined, iris, bot]) {
    const address = await addressOf(t, iris, channel, sender)
    expect(address).toMatch(/^[\da-z]+-[\da-z]+-[\da-z]+-[\da-z]{16}@chat\.example\.com$/)
    await mail.send(address, { subject: 'Re: Lunch', text: 'At **one**.\n' })
  }
  const said = { subject: 'Lunch', content: 'At **one**.' }
  expect(await messagesIn(t, otto, channel)).toEqual([
    { ...said, sender_email: 'emailgateway@zulip.com', flags: [] },
    { ...said, sender_email: iris.email, flags: [] },
    { ...said, sender_email: bot.email, flags: [] },
  ])
  // The holder did not type it into a client, so it is unread for them too.
  expect((await messagesIn(t, iris, channel)).map(({ flags }) => flags)).toEqual([[], [], []])
})

test('an address works in any case, and words behind it include more of the mail', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const [name = '', domain = ''] = address.split('@')
  const options = {
    subject: 'Lunch',
    text: 'Fine.\n-- \nOtto\n\nOn 5 Jan 2026, Iris wrote:\n> Lunch?',
    html: '<p>Fine <i>indeed</i>.</p>',
  }
  await mail.send(`${name.toUpperCase()}@CHAT.example.COM`, options)
  await mail.send(`${name}+show-sender+include-footer@${domain}`, options)
  await mail.send(`${name}.include-quotes@${domain}`, options)
  await mail.send(`${name}+prefer-html+unheard-of@${domain}`, options)
  expect((await messagesIn(t, iris, channel)).map(({ content }) => content)).toEqual([
    'Fine.',
    'From: otto@example.org\n\nFine.\n--\nOtto',
    'Fine.',
    'Fine *indeed*.',
  ])
})

test('files are uploaded and linked, and everybody who reads the message may open them', async () => {
  const { t, iris, otto, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  await mail.send(address, {
    subject: 'Menu',
    text: 'See the files.',
    attachments: [
      { filename: 'menu [new].txt', content: 'Soup' },
      { filename: '../../etc/passwd', content: 'x', contentType: 'text/html' },
    ],
  })
  await mail.send(address, { subject: 'Menu', attachments: [{ filename: 'a.txt', content: 'Soup' }] })
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

test('a text that is too long or cannot become Markdown is linked as a file', async () => {
  const { t, iris, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  await mail.send(address, { subject: 'Long', text: '🙂'.repeat(20_000) })
  await mail.send(address, { subject: 'Deep', html: '<i>.</i>'.repeat(30_000) })
  const [long = '', deep = ''] = (await messagesIn(t, iris, channel)).map(({ content }) => content)
  expect(long).toMatch(/^(?:🙂){4000,10000}\n\n…\n\n\[mail\.txt\]\(\/user_uploads\/\S+\/mail\.txt\)$/u)
  expect([...long].length).toBeLessThanOrEqual(10_000)
  expect(deep).toMatch(/^\[mail\.html\]\(\/user_uploads\/\S+\/mail\.html\)$/)
})

test('a mail without a subject or a text still becomes a message', async () => {
  const { t, iris, channel } = await scene()
  await mail.send(await addressOf(t, iris, channel), {})
  const general = await t.given.channel([iris], { topics_policy: 'empty_topic_only' })
  await mail.send(await addressOf(t, iris, general), { subject: 'Lunch', text: 'At one.' })
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
  await mail.send(address, options)
  await mail.send(address, { ...options, attachments: [{ filename: 'a.txt', content: 'x' }] })
  await mail.send(await addressOf(t, iris, other), options)
  expect(await messagesIn(t, iris, channel)).toHaveLength(1)
  expect(await messagesIn(t, iris, other)).toHaveLength(1)
})

test('a text of millions of letters costs the server no more than one of thousands', async () => {
  const { t, iris, otto, channel } = await scene()
  const address = await addressOf(t, iris, channel)
  const quote = `On Mon 9:00 a@example.com wrote:\n${'> a\n'.repeat(100_000)}`
  await mail.send(address, { subject: 'Lunch', text: `At one.\n${quote}` })
  await mail.send(address, { subject: 'Log', text: 'all is well\n'.repeat(100_000) })
  const [answer = '', log = ''] = (await messagesIn(t, otto, channel)).map(({ content }) => content)
  // The end was not looked at, so the whole text comes along as a file.
  expect(answer).toMatch(/^At one\.\n\n\[mail\.txt\]\(\/user_uploads\/\S+\/mail\.txt\)$/)
  expect(log).toMatch(
    /^(?:all is well\n){100,}[a-z ]*\n\n…\n\n\[mail\.txt\]\(\/user_uploads\/\S+\/mail\.txt\)$/,
  )
  const sizes = (await t.as(iris).call(getAttachments, {})).attachments.map(({ size }) => size)
  expect(Math.min(...sizes)).toBeGreaterThan(400_000)
})
