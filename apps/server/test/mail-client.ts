import { getStreamEmailAddress } from '@tagma/contract/endpoints/channels/get-stream-email-address.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll } from 'vitest'
import type { ChannelRecord } from '#model/records.ts'
import { type Account, testApp, type TestApp } from './app.ts'

/** A mail client for the server's port, for all tests of a file. */
export interface MailClient {
  send(to: string, options: SendMailOptions): Promise<void>
  /** Sends a mail. Returns the server's refusal, or `taken`. */
  answer(to: string, options?: SendMailOptions): Promise<string>
}

/**
 * Makes the server with these settings receive mail, from the first mail of a test until the tests of the file are
 * over.
 */
export function mailClient(environment: Readonly<Record<string, string>>): MailClient {
  let listening: Promise<{ port: number; close: () => Promise<void> }> | undefined
  const listen = async () => {
    const { incomingMail } = (await testApp(environment)).app
    if (!incomingMail) throw new Error('The server receives no mail')
    const port = await incomingMail.listen({ host: '127.0.0.1', port: 0 })
    return { port, close: () => incomingMail.close() }
  }
  afterAll(async () => (await listening)?.close())
  const client: MailClient = {
    async send(to, options) {
      const { port } = await (listening ??= listen())
      const transport = createTransport({ host: '127.0.0.1', port, name: 'mail.example.com' })
      try {
        await transport.sendMail({ from: 'Otto <otto@example.org>', to, ...options })
      } finally {
        transport.close()
      }
    },
    async answer(to, options = { subject: 'Lunch', text: 'At one.' }) {
      try {
        await client.send(to, options)
        return 'taken'
      } catch (error) {
        return (error as { response: string }).response
      }
    },
  }
  return client
}

/** Address of a channel, given to a user. */
export const addressOf = async (t: TestApp, holder: Account, channel: ChannelRecord, sender?: Account) =>
  (
    await t.as(holder).call(getStreamEmailAddress, {
      stream_id: channel.id,
      ...(sender ? { sender_id: sender.id } : {}),
    })
  ).email

/** Messages of a channel as a user reads them, oldest first. */
export async function messagesIn(t: TestApp, reader: Account, channel: ChannelRecord) {
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel.id }],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return messages
    .filter(({ subject }) => subject !== 'channel events')
    .map(({ subject, content, sender_email, flags }) => ({ subject, content, sender_email, flags }))
}
