import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A received mail: header fields by name in lower case, unfolded, and the whole mail as sent. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly headers: ReadonlyMap<string, string>
  readonly source: string
}

/** Behavior of the mail server; a refused recipient gets the given number. */
export type InboxMood = 'fine' | { readonly refusesRecipients: number } | { readonly refusesContent: number }

/** A mail server on loopback that keeps its mails. */
export interface SmtpInbox {
  readonly url: string
  readonly mails: ReceivedMail[]
  mood: InboxMood
  /** Resolves when so many mails have come. */
  reached(count: number): Promise<void>
  close(): Promise<void>
}

export async function smtpInbox(): Promise<SmtpInbox> {
  const waiting: { count: number; resolve: () => void }[] = []
  const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1000,
    onRcptTo(_address, _session, callback) {
      const { mood } = inbox
      callback(
        typeof mood === 'object' && 'refusesRecipients' in mood ? refusal(mood.refusesRecipients) : undefined,
      )
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mood } = inbox
        if (typeof mood === 'object' && 'refusesContent' in mood) {
          callback(refusal(mood.refusesContent))
          return
        }
        const source = Buffer.concat(chunks).toString()
        const to = session.envelope.rcptTo.map(({ address }) => address)
        inbox.mails.push({ to, headers: headersOf(source), source })
        for (const one of waiting) if (inbox.mails.length >= one.count) one.resolve()
        callback()
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const inbox: SmtpInbox = {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    mails: [],
    mood: 'fine',
    reached: (count) =>
      inbox.mails.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return inbox
}

function headersOf(source: string): Map<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}
