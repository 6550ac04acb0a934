import { sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'

/** A message and a user whose phones show its notification, now or soon. */
export interface Notified {
  readonly userId: number
  readonly messageId: number
}

/** Stores which users' phones show which messages. */
export async function insertNotified(tx: Tx, notified: readonly Notified[]): Promise<void> {
  await insertMany(
    tx.db,
    'notified_messages',
    notified.map(({ userId, messageId }) => ({ user_id: userId, message_id: messageId, at: tx.now })),
    (insert) => insert.onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing()),
  )
}

/** Users whose phones show any of these messages; with users, only those. */
export async function findNotified(
  db: Db,
  messageIds: readonly number[],
  userIds?: readonly number[],
): Promise<Notified[]> {
  return db
    .selectFrom('notified_messages')
    .select(['user_id as userId', 'message_id as messageId'])
    .where((eb) => inIds(db, eb.ref('message_id'), messageIds))
    .where((eb) => (userIds ? inIds(db, eb.ref('user_id'), userIds) : eb.lit(true)))
    .execute()
}

/** A notification on a phone, waiting for a mail or held back, with the message's conversation. */
export interface PendingNotification extends Notified {
  readonly channelId: number
  readonly senderId: number
}

/** All notifications of some users, or of some messages, that are on phones or on their way. */
export async function pendingNotifications(
  db: Db,
  by: 'user_id' | 'message_id',
  ids: readonly number[],
): Promise<PendingNotification[]> {
  const of = inIds(db, sql.ref<number>(by), ids)
  const onPhones = db.selectFrom('notified_messages').select(['user_id', 'message_id']).where(of)
  const waiting = db.selectFrom('waiting_email_notifications').select(['user_id', 'message_id']).where(of)
  const held = db.selectFrom('held_notifications').select(['user_id', 'message_id']).where(of)
  return db
    .selectFrom(onPhones.union(waiting).union(held).as('n'))
    .innerJoin('messages as m', 'm.id', 'n.message_id')
    .select(['n.user_id as userId', 'n.message_id as messageId'])
    .select(['m.channel_id as channelId', 'm.sender_id as senderId'])
    .execute()
}

export async function deleteNotified(
  tx: Tx,
  messageIds: readonly number[],
  userIds?: readonly number[],
): Promise<void> {
  await tx.db
    .deleteFrom('notified_messages')
    .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
    .where((eb) => (userIds ? inIds(tx.db, eb.ref('user_id'), userIds) : eb.lit(true)))
    .execute()
}

/** Deletes rows of notifications that phones have long dismissed; `before` is UNIX seconds. */
export async function forgetNotified(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('notified_messages')
    .where('at', '<', before)
    // A lookup for each old row: they are few; a query over all users would cost more.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('id')
          .whereRef('users.id', '=', 'notified_messages.user_id')
          .where('organization_id', '=', tx.organizationId),
      ),
    )
    .execute()
}
