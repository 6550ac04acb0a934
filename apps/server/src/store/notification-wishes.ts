import type { Db } from './db.ts'
import type { SubscriptionRow } from './subscriptions.ts'

/** The subscriptions of a channel's present subscribers. */
export function activeSubscriptionsOf(db: Db, channelId: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('is_active', '=', 1)
    .execute()
}

/** The users who have muted somebody. */
export async function usersMuting(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('muted_users')
    .select('user_id')
    .where('muted_user_id', '=', userId)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Whether a user has a queue, of whichever process, that was polled since a time in UNIX seconds. */
export async function hasPolledSince(db: Db, userId: number, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('event_queues')
    .select('id')
    .where('user_id', '=', userId)
    .where('seen_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
