import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailerSuite } from '#ports/mailer.suite.ts'
import { FakeClock } from '#test/fake-clock.ts'
import { folderMailer } from './folder-mailer.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const mail = { to: 'iris@example.com', subject: 'Hello', text: 'Come in.\n\nhttp://localhost/join/abc' }

mailerSuite(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return {
    mailer: folderMailer(folder, 'Tagma <noreply@example.com>', new FakeClock(), quiet),
    handedOver: () =>
      readdirSync(folder).map((file) => {
        const source = readFileSync(join(folder, file), 'utf8')
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(source)?.[1] ?? ''
        return { to: field('To'), subject: field('Subject'), source }
      }),
  }
})

test('without a mail server, mail lies readable in a folder, and the log says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-mail-'))
  const warnings: unknown[] = []
  const log = { ...quiet, warn: (facts: object, message: string) => warnings.push({ ...facts, message }) }
  const mailer = folderMailer(join(folder, 'mail'), 'Tagma <noreply@example.com>', new FakeClock(), log)
  await mailer.send(mail, '1')
  await mailer.send({ ...mail, to: '../../etc/passwd@example.com' }, '2')
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
