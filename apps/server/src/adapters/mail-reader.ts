import { join } from 'node:path'
import { type IncomingMail, MailRejection } from '#ports/incoming-mail.ts'
import type { Log } from '#ports/log.ts'
import { HelperProcess, helperFile } from './helper-process.ts'
import type { MailAnswer, MailQuestion } from './mail-process.ts'

/** Reads mails in a separate process. */
export interface MailReader {
  /**
   * Reads the mail in a file; the mail's files are put beside it. Addresses take turns. Throws a MailRejection for a
   * file that is no mail, or takes too much memory or time.
   */
  read(address: string, folder: string, name: string): Promise<IncomingMail>
  close(): void
}

/** `longestQueue`: mails to one address that may wait. */
export function mailReader(log: Log, longestQueue: number): MailReader {
  const helper = new HelperProcess<MailQuestion, MailAnswer>(
    {
      file: helperFile('mail-process', import.meta.url),
      purpose: 'mails',
      seconds: 20,
      heapMib: 192,
      longestQueue,
    },
    log,
  )
  return {
    async read(address, folder, name) {
      const answer = await helper.ask(address, { path: join(folder, name), folder })
      if (!answer)
        throw new MailRejection(552, 'The mail has too much text to be read. Attach the text as a file.')
      if ('problem' in answer) throw new MailRejection(554, `The mail cannot be read: ${answer.problem}`)
      return answer.mail
    },
    close: () => helper.close(),
  }
}
