import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import {
  type IncomingMail,
  type MailListener,
  type MailReceiver,
  MailRejection,
} from '#ports/incoming-mail.ts'
import type { Log } from '#ports/log.ts'
import type { Scratch } from '#ports/scratch.ts'
import { mailReader } from './mail-reader.ts'

/** Bytes of the largest mail as it is sent: files grow by a third on the way. */
const maxBytes = 25 * 1024 * 1024
/** Connections at once. Further ones are told to come back. */
const maxConnections = 20
const silenceMilliseconds = 60_000
const closeMilliseconds = 10_000

/**
 * Receives mail by SMTP. Answers 250 only when a mail is kept for good, and 451 for a failure of this server, so that
 * the other mail server tries again. `name` is the server's own name; mails lie in `folder` while they are read.
 */
export function smtpListener(
  { name, scratch, log }: { name: string; scratch: Scratch; log: Log },
  receiver: MailReceiver,
  onFault: (error: unknown) => string,
): MailListener {
  const reader = mailReader(log, maxConnections)
  const take = async (stream: SMTPServerDataStream, address: string): Promise<void> => {
    await using own = await scratch.folder()
    await keep(stream, join(own.path, mailFile))
    if (stream.sizeExceeded) throw new MailRejection(552, `The mail is larger than ${maxBytes} bytes.`)
    const mail: IncomingMail = await reader.read(address, own.path, mailFile)
    await receiver.receive(address, mail)
  }
  const answer = async (work: Promise<void>, callback: (error?: Error | null) => void): Promise<void> => {
    try {
      await work
      callback()
    } catch (error) {
      const { reply, message } = error instanceof MailRejection ? error : tryLater(onFault(error))
      callback(Object.assign(new Error(message), { responseCode: reply }))
    }
  }
  const server = new SMTPServer({
    name,
    banner: 'Tagma',
    size: maxBytes,
    maxClients: maxConnections,
    socketTimeout: silenceMilliseconds,
    closeTimeout: closeMilliseconds,
    disableReverseLookup: true,
    // No sign-in. Encryption is for the mail server in front: a key that everybody has would protect nothing.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    onRcptTo({ address }, { envelope }, callback) {
      // One answer stands for all recipients of a mail, and their outcomes may differ.
      const work =
        envelope.rcptTo.length > 0
          ? Promise.reject(new MailRejection(452, 'One recipient at a time.'))
          : receiver.check(address)
      void answer(work, callback)
    },
    onData(stream, { envelope }, callback) {
      void answer(take(stream, envelope.rcptTo[0]?.address ?? ''), callback)
    },
  })
  // Connections that broke off; their mail was not taken.
  server.on('error', () => {})

  return {
    async listen({ host, port }) {
      const listening = server.listen(port, host)
      await once(listening, 'listening')
      const address = listening.address()
      return typeof address === 'object' ? (address?.port ?? port) : port
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          reader.close()
          resolve()
        })
      }),
  }
}

const mailFile = 'mail.eml'

const tryLater = (fault: string) =>
  new MailRejection(451, `Try again later. The log of the server has the details under ${fault}.`)

async function keep(stream: SMTPServerDataStream, path: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Reads a mail that is too large to its end: only then can it be answered.
      if (stream.byteLength <= maxBytes) await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
}
