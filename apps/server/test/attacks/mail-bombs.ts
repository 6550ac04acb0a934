import { createTransport } from 'nodemailer'
import { type Attack, Broken } from './attack.ts'

const lines = 1_000_000

export const mailBombs: Attack = {
  name: 'mail-bombs',
  title: `a mail to a channel that quotes ${lines.toLocaleString('en')} lines, and one of as many short lines`,
  // A separate process with its own memory reads mails.
  bounds: { memoryMib: 350, cpuSeconds: 30, wait: 2000 },
  async run({ call, channel, mailPort }) {
    const { body } = await call('GET', '/users/me/subscriptions')
    const { subscriptions } = JSON.parse(body) as { subscriptions: { name: string; stream_id: number }[] }
    const id = subscriptions.find(({ name }) => name === channel)?.stream_id
    const address = await call('GET', `/streams/${id}/email_address`)
    const { email } = JSON.parse(address.body) as { email?: string }
    if (email === undefined) throw new Error(`The channel has no address: ${address.body}`)
    const answers: string[] = []
    for (const text of [
      `hello\r\nOn Mon 9:00 a@b wrote:\r\n${'> a\r\n'.repeat(lines)}`,
      'a\r\n'.repeat(lines),
    ]) {
      const transport = createTransport({ host: '127.0.0.1', port: mailPort, name: 'mail.example.com' })
      try {
        const raw = `From: a@example.org\r\nTo: ${email}\r\nSubject: x\r\n\r\n${text}`
        await transport.sendMail({ envelope: { from: 'a@example.org', to: email }, raw })
        answers.push('taken')
      } catch (error) {
        answers.push((error as { response?: string }).response ?? String(error))
      } finally {
        transport.close()
      }
    }
    if (answers.some((answer) => answer.startsWith('4')))
      throw new Broken(`Answered with ${answers.join('; ')}`)
    return `answered: ${answers.join('; ')}`
  },
}
