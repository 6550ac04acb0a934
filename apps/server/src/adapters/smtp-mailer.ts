import { createTransport } from 'nodemailer'
import type { Mailer } from '#ports/mailer.ts'

/** Delivers mail over an SMTP server: `smtp://user:password@host:587`, or `smtps:` for TLS from the first byte. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from })
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
    close: async () => transport.close(),
  }
}
