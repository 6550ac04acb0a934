import type { Db } from './db.ts'
import { insertMany } from './insert-many.ts'
import type { Tx } from './transactions.ts'

/** A message and a user whose phones show it, or who is going to get mail about it. */
export interface Notified {
  readonly userId: number
  readonly messageId: number
}

/** Remembers whose phones show which messages. */
export async function insertNotified(tx: Tx, notified: readonly Notified[]): Promise<void> {
  await insertMany(
    tx.db,
    'notified_messages',
    notified.map(({ userId, messageId }) => ({ user_id: userId, message_id: messageId, at: tx.now })),
    (insert) => insert.onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing()),
  )
}

/** Who has a notification of any of these messages; with users, only those. */
export async function findNotified(
  db: Db,
  messageIds: readonly number[],
  userIds?: readonly number[],
): Promise<Notified[]> {
  const found: Notified[] = []
  for (let start = 0; start < messageIds.length; start += 5000) {
    let query = db
      .selectFrom('notified_messages')
      .select(['user_id as userId', 'message_id as messageId'])
      .where('message_id', 'in', messageIds.slice(start, start + 5000))
    if (userIds) query = query.where('user_id', 'in', [...userIds])
    found.push(...(await query.execute()))
  }
  return found
}

/** All messages that a user's phones show. */
export async function notifiedMessagesOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notified_messages')
    .select('message_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.message_id)
}

export async function deleteNotified(tx: Tx, notified: readonly Notified[]): Promise<void> {
  for (const [userId, entries] of Map.groupBy(notified, (entry) => entry.userId)) {
    await tx.db
      .deleteFrom('notified_messages')
      .where('user_id', '=', userId)
      .where(
        'message_id',
        'in',
        entries.map((entry) => entry.messageId),
      )
      .execute()
  }
}

/** Forgets what phones have long since put away; `before` is UNIX seconds. */
export async function forgetNotified(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('notified_messages')
    .where('at', '<', before)
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('users').select('id').where('organization_id', '=', tx.organizationId),
    )
    .execute()
}
