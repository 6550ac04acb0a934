import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { type IncomingMail, type MailReceiver, MailRejection } from '#ports/incoming-mail.ts'
import type { Log } from '#ports/log.ts'
import { folderScratch } from './folder-scratch.ts'
import { smtpListener } from './smtp-listener.ts'

const to = 'channel@chat.example.com'

async function scene(receiver: Partial<MailReceiver> = {}) {
  const got: IncomingMail[] = []
  const contents: Buffer[][] = []
  const folder = mkdtempSync(join(tmpdir(), 'tagma-mails-'))
  const log: Log = { error() {}, warn() {}, info() {}, debug() {} }
  const faults: unknown[] = []
  const listener = smtpListener(
    { name: 'chat.example.com', scratch: folderScratch(folder), log },
    {
      check: async () => {},
      async receive(_, mail) {
        got.push(mail)
        contents.push(mail.files.map(({ path }) => readFileSync(path)))
      },
      ...receiver,
    },
    (fault) => `fault ${faults.push(fault)}`,
  )
  const port = await listener.listen({ host: '127.0.0.1', port: 0 })
  const client = createTransport({ host: '127.0.0.1', port, name: 'mail.example.com' })
  onTestFinished(async () => {
    client.close()
    await listener.close()
    // No file of any mail stays, in every outcome.
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })
  return { got, contents, faults, client }
}

test('a mail arrives with its text, its HTML and its files as they were sent', async () => {
  const { got, contents, client } = await scene()
  const pixels = Buffer.from([0, 255, 13, 10, 46, 13, 10])
  await client.sendMail({
    from: 'Iris <iris@example.com>',
    to,
    subject: 'Grüße aus Köln',
    text: 'Erste Zeile\n\n.Punkt ✓',
    html: '<p>Erste Zeile</p>',
    messageId: '<one@example.com>',
    headers: { 'Auto-Submitted': 'no' },
    attachments: [
      { filename: 'plän [1].bin', content: pixels },
      { filename: 'page.html', content: '<b>x</b>', contentType: 'text/html' },
    ],
  })
  const [mail] = got
  expect(mail).toMatchObject({
    id: '<one@example.com>',
    from: 'iris@example.com',
    subject: 'Grüße aus Köln',
    text: 'Erste Zeile\n\n.Punkt ✓',
    html: 'Erste Zeile',
    files: [
      { filename: 'plän [1].bin', contentType: 'application/octet-stream' },
      { filename: 'page.html', contentType: 'text/html' },
    ],
  })
  expect(mail?.headers.get('auto-submitted')).toBe('no')
  expect(contents[0]?.[0]).toEqual(pixels)
})

test('a mail without headers has an id by which it is known again', async () => {
  const { got, client } = await scene()
  for (const raw of ['Hello\r\n', 'Hello\r\n', 'Other\r\n'])
    await client.sendMail({ envelope: { from: '', to }, raw: `\r\n${raw}` })
  expect(got.map(({ from, subject, text }) => ({ from, subject, text }))).toEqual(
    ['Hello\n', 'Hello\n', 'Other\n'].map((text) => ({ from: '', subject: '', text })),
  )
  expect(got[0]?.id).toBe(got[1]?.id)
  expect(got[0]?.id).not.toBe(got[2]?.id)
})

test('what the receiver says of an address and of a mail is what the other mail server is told', async () => {
  const mail = { from: 'iris@example.com', to, subject: 'Hello', text: 'Hello' }
  for (const reply of [550, 554, 552, 452, 451] as const) {
    const reject = async () => Promise.reject(new MailRejection(reply, 'Because.'))
    const early = await scene({ check: reject })
    await expect(early.client.sendMail(mail)).rejects.toMatchObject({
      command: 'RCPT TO',
      responseCode: reply,
      response: expect.stringContaining('Because.'),
    })
    expect(early.got).toEqual([])
    const late = await scene({ receive: reject })
    await expect(late.client.sendMail(mail)).rejects.toMatchObject({ command: 'DATA', responseCode: reply })
    expect([...early.faults, ...late.faults]).toEqual([])
  }
})

test('a fault of this server is temporary, and told to its log only', async () => {
  const { client, faults } = await scene({
    receive: async () => Promise.reject(new Error('secret of the database')),
  })
  await expect(client.sendMail({ from: 'iris@example.com', to, text: 'Hello' })).rejects.toMatchObject({
    responseCode: 451,
    response: expect.stringMatching(/^451 (?!.*secret).*fault 1/),
  })
  expect(faults).toEqual([new Error('secret of the database')])
})

test('of several recipients the other mail server is asked to send one at a time', async () => {
  const { client, got } = await scene()
  const info = await client.sendMail({
    from: 'iris@example.com',
    to: [to, 'other@chat.example.com'],
    text: 'Hello',
  })
  expect(info).toMatchObject({ accepted: [to], rejected: ['other@chat.example.com'] })
  expect(info.rejectedErrors).toMatchObject([{ responseCode: 452 }])
  expect(got).toHaveLength(1)
})

test('a mail that is too large is refused for good', async () => {
  const { client, got } = await scene()
  const envelope = { from: 'iris@example.com', to }
  const tooMuch = Buffer.alloc(26 * 1024 * 1024, 'x\r\n')
  await expect(client.sendMail({ envelope, raw: Readable.from([tooMuch]) })).rejects.toMatchObject({
    responseCode: 552,
  })
  expect(got).toEqual([])
})

test('a mail of endless parts within parts is refused', async () => {
  const { client, got } = await scene()
  const nested = Array.from(
    { length: 2000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  ).join('')
  await expect(
    client.sendMail({ envelope: { from: 'iris@example.com', to }, raw: nested }),
  ).rejects.toMatchObject({ responseCode: 554 })
  expect(got).toEqual([])
})

test('of a long text the beginning is handed on, and the whole is a file', async () => {
  const { got, client } = await scene()
  // Two million letters, four hundred thousand lines: no person writes such a mail.
  const text = `hello\r\nOn Mon 9:00 a@example.com wrote:\r\n${'> a\r\n'.repeat(400_000)}`
  await client.sendMail({ envelope: { from: 'iris@example.com', to }, raw: `Subject: Long\r\n\r\n${text}` })
  expect(got[0]?.text).toHaveLength(200_000)
  expect(got[0]?.wholeText).toMatchObject({ filename: 'mail.txt', contentType: 'text/plain' })
  expect(got[0]?.wholeText?.size).toBeGreaterThan(1_600_000)
})

test('a text that takes too much memory to be read is refused, and the next mail is read', async () => {
  const { got, faults, client } = await scene()
  const raw = `Subject: Long\r\n\r\n${'> a\r\n'.repeat(4_500_000)}`
  const envelope = { from: 'iris@example.com', to }
  await expect(client.sendMail({ envelope, raw })).rejects.toMatchObject({
    responseCode: 552,
    response: '552 The mail has too much text to be read. Attach the text as a file.',
  })
  await client.sendMail({ envelope, raw: 'Subject: Short\r\n\r\nhello\r\n' })
  expect(got.map(({ subject }) => subject)).toEqual(['Short'])
  expect(faults).toEqual([])
})

test('HTML that is too long to become Markdown is a file, and a mail that is forwarded whole too', async () => {
  const { got, contents, client } = await scene()
  const html = `<p>${'x'.repeat(200_000)}</p>`
  await client.sendMail({ from: 'iris@example.com', to, html })
  expect(got[0]?.html).toMatchObject({ filename: 'mail.html', contentType: 'text/html' })
  await client.sendMail({
    from: 'iris@example.com',
    to,
    text: 'See below.',
    attachments: [{ contentType: 'message/rfc822', content: 'Subject: Lunch\r\n\r\nAt one.\r\n' }],
  })
  expect(got[1]?.text).toBe('See below.')
  expect(got[1]?.files).toMatchObject([{ contentType: 'message/rfc822' }])
  expect(String(contents[1]?.[0])).toContain('At one.')
})
