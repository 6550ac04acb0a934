import type { Mail } from '#ports/mailer.ts'
import type { Tx } from '#store/log/tx.ts'
import { freshInOutbox, type OutboxRow } from './outbox.ts'

/** Puts a mail into the outbox, in this transaction; a job hands it over. */
export async function insertMail(tx: Tx, mail: Mail): Promise<void> {
  await tx.db.insertInto('outgoing_mail').values(rowOf(tx, mail)).execute()
}

/** Does the work of a mail without sending one, so that it takes the same time. */
export async function insertAndDeleteMail(tx: Tx, mail: Mail): Promise<void> {
  const { id } = await tx.db
    .insertInto('outgoing_mail')
    .values(rowOf(tx, mail))
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db.deleteFrom('outgoing_mail').where('id', '=', id).execute()
}

const rowOf = (tx: Tx, mail: Mail) => ({
  ...freshInOutbox(tx),
  recipient: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html ?? null,
  unsubscribe: mail.unsubscribe ?? null,
  thread: mail.thread ?? null,
})

/** The mail in a row of the outbox. */
export function toMail({
  recipient,
  subject,
  text,
  html,
  unsubscribe,
  thread,
}: OutboxRow<'outgoing_mail'>): Mail {
  return {
    to: recipient,
    subject,
    text,
    ...(html === null ? {} : { html }),
    ...(unsubscribe === null ? {} : { unsubscribe }),
    ...(thread === null ? {} : { thread }),
  }
}
