import { createTransport } from 'nodemailer'
import { hostOfSender } from '#config/values.ts'
import { MailFailure, type Mailer } from '#ports/mailer.ts'

/** How long the mail server may take to answer, in milliseconds. */
const patience = 20_000

/** Delivers mail over an SMTP server: `smtp://user:password@host:587`, or `smtps:` for TLS from the first byte. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
    { from },
  )
  const host = hostOfSender(from)
  return {
    async send({ to, subject, text, html, unsubscribe, thread }, id) {
      const root = thread === undefined ? undefined : `<${thread}@${host}>`
      try {
        await transport.sendMail({
          to,
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          // The same at every attempt, so that a mailbox that got it twice can show it once.
          messageId: `<${id}@${host}>`,
          ...(root === undefined ? {} : { references: root, inReplyTo: root }),
          headers: {
            // Nobody's holiday answers it.
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...unsubscribeHeaders(unsubscribe),
          },
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: async () => transport.close(),
  }
}

/** RFC 8058: one click only where nobody on the way can read the link or change it. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** What nodemailer throws: a `code` of its own, and `responseCode` when the server answered something. */
function failureOf(error: unknown): MailFailure {
  const {
    code,
    responseCode = 0,
    command = '',
  } = error as {
    code?: string
    responseCode?: number
    command?: string
  }
  // Before the recipient comes up, whatever goes wrong goes wrong for all mails.
  const isOfMail = code === 'EMESSAGE' || ['API', 'RCPT TO', 'DATA'].includes(command)
  const reason = !isOfMail ? 'away' : responseCode >= 500 || responseCode === 0 ? 'rejected' : 'busy'
  return new MailFailure(reason, error instanceof Error ? error.message : String(error), { cause: error })
}
