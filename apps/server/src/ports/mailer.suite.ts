import { expect, test } from 'vitest'
import type { Mail, Mailer } from './mailer.ts'

/** A mail as it came out at the other end. */
export interface HandedOver {
  readonly to: string
  readonly subject: string
  /** The whole mail, its header too. */
  readonly source: string
}

/** Tests of every mailer. `make` gives one, and a look at what it has handed over, in no order. */
export function mailerSuite(
  make: () => Promise<{ readonly mailer: Mailer; readonly handedOver: () => readonly HandedOver[] }>,
): void {
  test('a mail is handed over with its recipient, its subject and its text', async () => {
    const { mailer, handedOver } = await make()
    await mailer.send(mail, '1')
    const [only, ...others] = handedOver()
    expect(others).toEqual([])
    expect(only).toMatchObject({ to: mail.to, subject: mail.subject })
    expect(only?.source).toContain('http://localhost/join/abc')
  })

  test('mails that are alike, and sent at once, are all handed over', async () => {
    const { mailer, handedOver } = await make()
    await Promise.all(['1', '2', '3'].map((id) => mailer.send(mail, id)))
    expect(handedOver().map(({ to }) => to)).toEqual([mail.to, mail.to, mail.to])
  })

  test('a subject of several lines adds nothing to the header', async () => {
    const { mailer, handedOver } = await make()
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: otto@example.com' }, '1')
    const head = handedOver()[0]?.source.split(/\r?\n\r?\n/)[0]
    expect(head).toContain('Subject: Hello')
    expect(head).not.toMatch(/^Bcc:/m)
  })

  test('a mailer that has sent nothing is closed like any other', async () => {
    const { mailer, handedOver } = await make()
    await mailer.close()
    expect(handedOver()).toEqual([])
  })
}

const mail: Mail = {
  to: 'iris@example.com',
  subject: 'Hello',
  text: 'Come in.\n\nhttp://localhost/join/abc',
}
