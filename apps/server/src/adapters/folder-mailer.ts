import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'

/** Puts each mail as a text file into a folder and logs its path; used without an SMTP server. */
export function folderMailer(folder: string, from: string, clock: Clock, log: Log): Mailer {
  let count = 0
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const date = new Date(clock.now())
      const stamp = date.toISOString().replaceAll(/[:.]/g, '-')
      const recipient = to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 80)
      const file = join(folder, `${stamp}-${process.pid}-${++count}-${recipient}.txt`)
      const title = subject.replaceAll(/\s*[\r\n]+\s*/g, ' ')
      const header = `From: ${from}\nTo: ${to}\nSubject: ${title}\nDate: ${date.toUTCString()}\n`
      await writeFile(file, `${header}\n${text}\n`, { mode: 0o600, flag: 'wx' })
      log.warn({ file }, 'A mail lies in the data folder, because TAGMA_SMTP_URL names no mail server.')
    },
    close: async () => {},
  }
}
