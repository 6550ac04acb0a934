import type { SubscriptionRow } from '#store/channels/subscriptions.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'

// The numbers stand in the query's text: PostgreSQL and SQLite use a partial index only for a query that names its
// condition.
const asked = prepared((db, p: { channel: number }) =>
  db
    .selectFrom('subscriptions')
    .select(['user_id', 'is_active'])
    .where('channel_id', '=', p.channel)
    .where((eb) =>
      eb.or([eb('push_notifications', '=', eb.lit(1)), eb('email_notifications', '=', eb.lit(1))]),
    ),
)

/** Subscribers of a channel whose settings for it ask for a notification of each message. */
export async function subscribersWhoAsked(db: Db, channelId: number): Promise<number[]> {
  const rows = await asked.all(db, { channel: channelId })
  return rows.flatMap((row) => (row.is_active === 1 ? [row.user_id] : []))
}

const subscriptions = prepared((db, p: { channel: number; users: string }) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('channel_id', '=', p.channel)
    .where('is_active', '=', 1)
    .where(inIdText(db, 'user_id', p.users)),
)

/** Subscriptions of some users to a channel. */
export function subscriptionsAmong(
  db: Db,
  channelId: number,
  userIds: readonly number[],
): Promise<SubscriptionRow[]> {
  return subscriptions.all(db, { channel: channelId, users: JSON.stringify(userIds) })
}

const receivers = prepared((db, p: { channel: number; message: number; users: string }) =>
  db
    .selectFrom('subscription_spans')
    .select('user_id')
    .where('channel_id', '=', p.channel)
    .where('after_message', '<', p.message)
    .where((eb) => eb.or([eb('until_message', 'is', null), eb('until_message', '>=', p.message)]))
    .where(inIdText(db, 'user_id', p.users)),
)

/** The users among some who were subscribed to the channel when the message was sent. */
export async function receiversAmong(
  db: Db,
  channelId: number,
  messageId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const rows = await receivers.all(db, {
    channel: channelId,
    message: messageId,
    users: JSON.stringify(userIds),
  })
  return new Set(rows.map((row) => row.user_id))
}

const muters = prepared((db, p: { user: number }) =>
  db.selectFrom('muted_users').select('user_id').where('muted_user_id', '=', p.user),
)

/** Users who have muted a user. */
export async function usersMuting(db: Db, userId: number): Promise<Set<number>> {
  return new Set((await muters.all(db, { user: userId })).map((row) => row.user_id))
}

const pollers = prepared((db, p: { since: number; users: string }) =>
  db
    .selectFrom('event_queues')
    .select('user_id')
    .where('seen_at', '>=', p.since)
    .where(inIdText(db, 'user_id', p.users)),
)

/** The users among some with a queue, in any process, that was polled since a time in UNIX seconds. */
export async function pollersAmong(db: Db, userIds: readonly number[], since: number): Promise<Set<number>> {
  const rows = await pollers.all(db, { since, users: JSON.stringify(userIds) })
  return new Set(rows.map((row) => row.user_id))
}
