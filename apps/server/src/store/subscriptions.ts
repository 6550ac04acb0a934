import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import { insertMany } from './insert-many.ts'
import { forgetOwnUnread } from './message-flags.ts'
import { prepared } from './prepared.ts'
import type { SubscriptionsTable } from './tables.ts'
import type { Tx } from './transactions.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>

const one = prepared((db, p: { user: number; channel: number }) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', p.user)
    .where('channel_id', '=', p.channel),
)

/** A user's settings for a channel; also for one that they have left. */
export function findSubscription(
  db: Db,
  userId: number,
  channelId: number,
): Promise<SubscriptionRow | undefined> {
  return one.first(db, { user: userId, channel: channelId })
}

export async function isSubscribed(db: Db, userId: number, channelId: number): Promise<boolean> {
  return (await findSubscription(db, userId, channelId))?.is_active === 1
}

/** All rows of a user, those of channels left included. */
export function subscriptionsOfUser(db: Db, userId: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('channel_id')
    .execute()
}

/** The rows of some users for some channels. */
export function findSubscriptions(
  db: Db,
  userIds: readonly number[],
  channelIds: readonly number[],
): Promise<SubscriptionRow[]> {
  if (userIds.length === 0 || channelIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .where('channel_id', 'in', [...channelIds])
    .execute()
}

/** Ids of the active subscribers of channels, ascending, without deactivated users. */
export async function subscribersOf(db: Db, channelIds: readonly number[]): Promise<Map<number, number[]>> {
  const subscribers = new Map<number, number[]>(channelIds.map((id) => [id, []]))
  if (channelIds.length === 0) return subscribers
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['channel_id', 'user_id'])
    .where('channel_id', 'in', [...channelIds])
    .where('subscriptions.is_active', '=', 1)
    .where('users.is_active', '=', 1)
    .orderBy('user_id')
    .execute()
  for (const row of rows) subscribers.get(row.channel_id)?.push(row.user_id)
  return subscribers
}

/** Subscribes users who have no row for the channel yet, and opens their spans after the newest message. */
export async function insertSubscriptions(
  tx: Tx,
  rows: readonly SubscriptionRow[],
  afterMessage: number,
): Promise<void> {
  await insertMany(tx.db, 'subscriptions', rows)
  await openSpans(tx, rows, afterMessage)
}

/** Subscribes a user again, with the settings of before. */
export async function resumeSubscription(
  tx: Tx,
  userId: number,
  channelId: number,
  afterMessage: number,
): Promise<void> {
  await tx.db
    .updateTable('subscriptions')
    .set({ is_active: 1, read_through: afterMessage })
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .execute()
  await openSpans(tx, [{ user_id: userId, channel_id: channelId }], afterMessage)
}

async function openSpans(
  tx: Tx,
  rows: readonly { user_id: number; channel_id: number }[],
  afterMessage: number,
): Promise<void> {
  const spans = rows.map(({ user_id, channel_id }) => ({
    user_id,
    channel_id,
    after_message: afterMessage,
    until_message: null,
  }))
  if (spans.length === 0) return
  // Somebody who left and came back without a message between goes on with the span of before.
  await insertMany(tx.db, 'subscription_spans', spans, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'channel_id', 'after_message']).doUpdateSet({ until_message: null }),
    ),
  )
}

/** Ends the subscriptions of users to a channel; their settings are kept, and nothing in it is unread any more. */
export async function endSubscriptions(
  tx: Tx,
  userIds: readonly number[],
  channelId: number,
  lastMessage: number,
): Promise<void> {
  if (userIds.length === 0) return
  await tx.db
    .updateTable('subscriptions')
    .set({ is_active: 0, read_through: lastMessage })
    .where('channel_id', '=', channelId)
    .where('user_id', 'in', [...userIds])
    .execute()
  await forgetOwnUnread(tx, userIds, channelId)
  await tx.db
    .deleteFrom('read_state')
    .where('user_id', 'in', [...userIds])
    .where(
      'conversation_id',
      'in',
      tx.db.selectFrom('conversations').select('id').where('channel_id', '=', channelId),
    )
    .execute()
  await tx.db
    .updateTable('subscription_spans')
    .set({ until_message: lastMessage })
    .where('channel_id', '=', channelId)
    .where('user_id', 'in', [...userIds])
    .where('until_message', 'is', null)
    .execute()
}
