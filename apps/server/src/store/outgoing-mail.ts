import type { Mail } from '#ports/mailer.ts'
import type { Db } from './db.ts'
import type { Tx } from './transactions.ts'

export interface WaitingMail extends Mail {
  readonly id: number
  readonly attempts: number
  /** UNIX seconds. */
  readonly createdAt: number
}

/** Puts a mail into the outbox with this transaction's changes; a job hands it over. */
export async function insertMail(tx: Tx, mail: Mail): Promise<void> {
  await tx.db
    .insertInto('outgoing_mail')
    .values({
      organization_id: tx.organizationId,
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? null,
      created_at: tx.now,
      attempts: 0,
      next_at: tx.now,
    })
    .execute()
}

/** Whether mail is due at a time in UNIX seconds. */
export async function hasDueMail(db: Db, organizationId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('outgoing_mail')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('next_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes mail that is due, so that nobody else takes it before `leaseSeconds` have passed. */
export async function takeDueMail(tx: Tx, limit: number, leaseSeconds: number): Promise<WaitingMail[]> {
  const rows = await tx.db
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('organization_id', '=', tx.organizationId)
    .where('next_at', '<=', tx.now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length > 0) {
    await tx.db
      .updateTable('outgoing_mail')
      .set({ next_at: tx.now + leaseSeconds })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
  }
  return rows.map((row) => ({
    id: row.id,
    attempts: row.attempts,
    createdAt: row.created_at,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    ...(row.html === null ? {} : { html: row.html }),
  }))
}

export async function deleteMail(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('outgoing_mail').where('id', '=', id).execute()
}

/** Leaves a mail that could not be handed over for later; `at` is UNIX seconds. */
export async function postponeMail(tx: Tx, id: number, attempts: number, at: number): Promise<void> {
  await tx.db.updateTable('outgoing_mail').set({ attempts, next_at: at }).where('id', '=', id).execute()
}
