import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import type { WaitingEmailNotificationsTable } from '#store/sql/tables/notifying.ts'

export type WaitingEmailRow = Selectable<WaitingEmailNotificationsTable>

/** Stores messages that wait for their users' mails. */
export async function insertWaitingEmails(
  tx: Tx,
  rows: readonly Omit<Insertable<WaitingEmailNotificationsTable>, 'organization_id'>[],
): Promise<void> {
  await insertMany(
    tx.db,
    'waiting_email_notifications',
    rows.map((row) => ({ ...row, organization_id: tx.organizationId })),
    (insert) => insert.onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing()),
  )
}

/**
 * Users with a message that has waited long enough at a time in UNIX seconds; the mail takes their other waiting
 * messages along.
 */
export async function usersWithDueEmail(db: Db, organizationId: number, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('waiting_email_notifications')
    .select('user_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('due_at', '<=', now)
    .orderBy('user_id')
    .limit(50)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Messages that wait for a user's mail, oldest first. */
export function waitingEmailsOf(db: Db, userId: number): Promise<WaitingEmailRow[]> {
  return db
    .selectFrom('waiting_email_notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('message_id')
    .limit(1000)
    .execute()
}

export async function deleteWaitingEmails(
  tx: Tx,
  messageIds: readonly number[],
  userIds?: readonly number[],
): Promise<void> {
  await tx.db
    .deleteFrom('waiting_email_notifications')
    .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
    .where((eb) => (userIds ? inIds(tx.db, eb.ref('user_id'), userIds) : eb.lit(true)))
    .execute()
}

/** Deletes all messages that wait for a user's mail. */
export async function deleteWaitingEmailsOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('waiting_email_notifications').where('user_id', '=', userId).execute()
}

/** Takes messages that wait for a user's mail out of the table; returns those that were still there. */
export async function takeWaitingEmails(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.db
    .deleteFrom('waiting_email_notifications')
    .where('user_id', '=', userId)
    .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
    .returning('message_id')
    .execute()
  return new Set(rows.map((row) => row.message_id))
}
