import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderMailer } from '#adapters/folder-mailer.ts'
import { smtpMailer } from '#adapters/smtp-mailer.ts'
import type { Mail } from '#ports/mailer.ts'
import { insertMail } from '#store/outgoing-mail.ts'
import { testApp } from '#test/app.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { sendMailJob } from './send-mail-job.ts'

const mail = { to: 'iris@example.com', subject: 'Hello', text: 'Come in.\n\nhttp://localhost/join/abc' }

test('mail goes out once, and is tried again when the mail server was away', async () => {
  const t = await testApp()
  const sent: Mail[] = []
  let isAway = true
  const services = {
    ...t.app.services,
    mailer: {
      send: async (one: Mail) => {
        if (isAway) throw new Error('connection refused')
        sent.push(one)
      },
      close: async () => {},
    },
  }
  const run = () => sendMailJob.run(services, t.organizationId)
  await services.transact(t.organizationId, (tx) => insertMail(tx, mail))
  await run()
  isAway = false
  await run()
  expect(sent, 'not again at once').toEqual([])
  t.clock.advance({ minutes: 2 })
  await run()
  t.clock.advance({ days: 1 })
  await run()
  expect(sent).toEqual([mail])
})

test('without a mail server, mail lies readable in a folder, and the log says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-mail-'))
  const warnings: unknown[] = []
  const quiet = { error: () => {}, info: () => {}, debug: () => {} }
  const log = { ...quiet, warn: (facts: object, message: string) => warnings.push({ ...facts, message }) }
  const mailer = folderMailer(join(folder, 'mail'), 'Tagma <noreply@example.com>', new FakeClock(), log)
  await mailer.send(mail)
  await mailer.send({ ...mail, to: '../../etc/passwd@example.com' })
  const files = readdirSync(join(folder, 'mail')).toSorted()
  expect(files).toHaveLength(2)
  const texts = files.map((file) => readFileSync(join(folder, 'mail', file), 'utf8'))
  expect(texts.find((text) => text.includes('To: iris@example.com'))).toBe(
    'From: Tagma <noreply@example.com>\nTo: iris@example.com\nSubject: Hello\nDate: Mon, 05 Jan 2026 09:00:00 GMT\n\nCome in.\n\nhttp://localhost/join/abc\n',
  )
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toMatchObject({ message: expect.stringMatching(/TAGMA_SMTP_URL/) })
  rmSync(folder, { recursive: true })
})

test('an SMTP server gets the mail', async () => {
  const received: string[] = []
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 mail.example.com\r\n')
    socket.on('data', (chunk) => {
      const text = String(chunk)
      if (inData) {
        received.push(text)
        if (text.includes('\r\n.\r\n')) {
          inData = false
          socket.write('250 OK\r\n')
        }
        return
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        received.push(`${line}\n`)
        if (line === 'DATA') {
          inData = true
          socket.write('354 Go on\r\n')
        } else if (line === 'QUIT') socket.end('221 Bye\r\n')
        else socket.write('250 OK\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}?ignoreTLS=true`, 'Tagma <noreply@example.com>')
  await mailer.send({ ...mail, html: '<p>Come in.</p>' })
  await mailer.close()
  server.close()
  const conversation = received.join('')
  expect(conversation).toContain('MAIL FROM:<noreply@example.com>')
  expect(conversation).toContain('RCPT TO:<iris@example.com>')
  expect(conversation).toContain('Subject: Hello')
  expect(conversation).toContain('<p>Come in.</p>')
})
