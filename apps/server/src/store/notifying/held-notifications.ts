import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import type { Notified } from './notified-messages.ts'

/** Holds notifications back until `dueAt`, UNIX seconds; `position` is a message's log position. */
export async function holdNotifications(
  tx: Tx,
  held: readonly (Notified & { readonly position: number })[],
  dueAt: number,
): Promise<void> {
  await insertMany(
    tx.db,
    'held_notifications',
    held.map(({ userId, messageId, position }) => ({
      organization_id: tx.organizationId,
      user_id: userId,
      message_id: messageId,
      position,
      due_at: dueAt,
    })),
    (insert) => insert.onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing()),
  )
}

export interface HeldNotification extends Notified {
  /** True if one of the user's clients has got the message, in any process. */
  readonly isShown: boolean
}

/** Held notifications that are due at a time in UNIX seconds, oldest message first. */
export async function dueHeldNotifications(
  db: Db,
  organizationId: number,
  now: number,
  limit: number,
): Promise<HeldNotification[]> {
  const rows = await db
    .selectFrom('held_notifications as h')
    .select((eb) => [
      'h.user_id as userId',
      'h.message_id as messageId',
      eb
        .selectFrom('event_queues as q')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('q.user_id', '=', 'h.user_id')
        .whereRef('q.position', '>=', 'h.position')
        .as('shown'),
    ])
    .where('h.organization_id', '=', organizationId)
    .where('h.due_at', '<=', now)
    .orderBy('h.message_id')
    .limit(limit)
    .execute()
  return rows.map(({ userId, messageId, shown }) => ({ userId, messageId, isShown: Number(shown) > 0 }))
}

/** Deletes the held notifications of messages; with users, only theirs. */
export async function deleteHeld(
  tx: Tx,
  messageIds: readonly number[],
  userIds?: readonly number[],
): Promise<void> {
  await tx.db
    .deleteFrom('held_notifications')
    .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
    .where((eb) => (userIds ? inIds(tx.db, eb.ref('user_id'), userIds) : eb.lit(true)))
    .execute()
}

/** Takes users' held notifications of a message out of the table; returns the users whose row was still there. */
export async function takeHeld(tx: Tx, messageId: number, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.db
    .deleteFrom('held_notifications')
    .where('message_id', '=', messageId)
    .where((eb) => inIds(tx.db, eb.ref('user_id'), userIds))
    .returning('user_id')
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
