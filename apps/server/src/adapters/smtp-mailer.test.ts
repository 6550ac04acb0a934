import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { smtpMailer } from './smtp-mailer.ts'

const mail = { to: 'iris@example.com', subject: 'Hello', text: 'Come in.\n\nhttp://localhost/join/abc' }

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
