import { createTransport } from 'nodemailer'
import { hostOfSender } from '#config/values.ts'
import { MailFailure, type Mailer } from '#ports/mailer.ts'

/** Milliseconds that the mail server may take to answer. */
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
          // The same at every attempt: a mailbox that got the mail twice can show it once.
          messageId: `<${id}@${host}>`,
          ...(root === undefined ? {} : { references: root, inReplyTo: root }),
          headers: {
            // Keeps automatic replies away.
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

/** RFC 8058: one click only over https, where nobody on the way can read or change the link. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** Classifies an error of nodemailer. It has a `code` and, if the server answered, a `responseCode`. */
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
  // Before the recipient is named, a failure concerns all mails.
  const isOfMail = code === 'EMESSAGE' || ['API', 'RCPT TO', 'DATA'].includes(command)
  const reason = !isOfMail ? 'away' : responseCode >= 500 || responseCode === 0 ? 'rejected' : 'busy'
  return new MailFailure(reason, error instanceof Error ? error.message : String(error), { cause: error })
}
