import { type Selectable, sql } from 'kysely'
import type { Foresight } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { forgetOwnUnread } from '#store/messages/message-flags.ts'
import type { Db } from '#store/sql/db.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { SubscriptionsTable } from '#store/sql/tables/channels.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>

const one = prepared((db, p: { user: number; channel: number }) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', p.user)
    .where('channel_id', '=', p.channel),
)

/** A user's settings for a channel, also after they have left it. */
export function findSubscription(
  db: Db,
  userId: number,
  channelId: number,
): Promise<SubscriptionRow | undefined> {
  return one.first(db, { user: userId, channel: channelId })
}

interface SubscriptionKey {
  readonly userId: number
  readonly channelId: number
}

/** Tells whether a user is subscribed to a channel. */
export const subscribed: Foresight<SubscriptionKey, boolean> = {
  tables: ['subscriptions'],
  nameOf: ({ userId, channelId }) => `${userId} ${channelId}`,
  one: async (db, _organizationId, { userId, channelId }) =>
    (await findSubscription(db, userId, channelId))?.is_active === 1,
  async many(db, _organizationId, keys) {
    const rows = await subscribedAmong.all(db, {
      users: keys.map(({ userId }) => userId),
      channels: keys.map(({ channelId }) => channelId),
    })
    const places = new Set(rows.map(({ place }) => place))
    return keys.map((_, index) => places.has(index + 1))
  },
}

const subscribedAmong = prepared((db, p: { users: number[]; channels: number[] }) => ({
  compile: () =>
    sql<{ place: number }>`
      select wanted.place
      from unnest(${p.users}::bigint[], ${p.channels}::bigint[])
        with ordinality as wanted (user_id, channel_id, place)
      join subscriptions s on s.user_id = wanted.user_id and s.channel_id = wanted.channel_id
      where s.is_active = 1`.compile(db),
}))

export function isSubscribed(from: Db | Tx, userId: number, channelId: number): Promise<boolean> {
  const key = { userId, channelId }
  return 'batch' in from ? from.find(subscribed, key) : subscribed.one(from, 0, key)
}

const ofUser = prepared((db, p: { user: number }) =>
  db.selectFrom('subscriptions').selectAll().where('user_id', '=', p.user).orderBy('channel_id'),
)

/** All rows of a user, including channels that they have left. */
export function subscriptionsOfUser(db: Db, userId: number): Promise<SubscriptionRow[]> {
  return ofUser.all(db, { user: userId })
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

const anySubscriber = prepared((db, p: { channel: number }) =>
  db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('channel_id', '=', p.channel)
    .where('is_active', '=', 1)
    .limit(1),
)

export async function hasSubscribers(db: Db, channelId: number): Promise<boolean> {
  return (await anySubscriber.first(db, { channel: channelId })) !== undefined
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

/** Subscribes users without a row for the channel, and opens their spans after the newest message. */
export async function insertSubscriptions(
  tx: Tx,
  rows: readonly SubscriptionRow[],
  afterMessage: number,
): Promise<void> {
  await insertMany(tx.db, 'subscriptions', rows)
  await openSpans(tx, rows, afterMessage)
}

/** Subscribes users to a channel again, with their earlier settings. */
export async function resumeSubscriptions(
  tx: Tx,
  userIds: readonly number[],
  channelId: number,
  afterMessage: number,
): Promise<void> {
  if (userIds.length === 0) return
  await tx.db
    .updateTable('subscriptions')
    .set({ is_active: 1, read_through: afterMessage })
    .where('user_id', 'in', [...userIds])
    .where('channel_id', '=', channelId)
    .execute()
  await openSpans(
    tx,
    userIds.map((user_id) => ({ user_id, channel_id: channelId })),
    afterMessage,
  )
}

/** The personal settings of a subscription that can be changed. */
export type SubscriptionChange = Partial<
  Pick<
    SubscriptionRow,
    | 'color'
    | 'is_muted'
    | 'pin_to_top'
    | 'desktop_notifications'
    | 'email_notifications'
    | 'push_notifications'
    | 'audible_notifications'
    | 'wildcard_mentions_notify'
  >
>

export async function updateSubscription(
  tx: Tx,
  userId: number,
  channelId: number,
  change: SubscriptionChange,
): Promise<void> {
  await tx.db
    .updateTable('subscriptions')
    .set(change)
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .execute()
}

/** Colors of users' channels, in the order of the channels. */
export async function colorsOfUsers(db: Db, userIds: readonly number[]): Promise<Map<number, string[]>> {
  const colors = new Map<number, string[]>(userIds.map((id) => [id, []]))
  if (userIds.length === 0) return colors
  const rows = await db
    .selectFrom('subscriptions')
    .select(['user_id', 'color'])
    .where('user_id', 'in', [...userIds])
    .orderBy('user_id')
    .orderBy('channel_id')
    .execute()
  for (const row of rows) colors.get(row.user_id)?.push(row.color)
  return colors
}

async function openSpans(
  tx: Tx,
  rows: readonly { user_id: number; channel_id: number }[],
  afterMessage: number,
): Promise<void> {
  for (const channelId of new Set(rows.map((row) => row.channel_id))) tx.touch('subscribers', channelId)
  const spans = rows.map(({ user_id, channel_id }) => ({
    user_id,
    channel_id,
    after_message: afterMessage,
    until_message: null,
  }))
  if (spans.length === 0) return
  // A user who left and came back without a message between keeps the earlier span.
  await insertMany(tx.db, 'subscription_spans', spans, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'channel_id', 'after_message']).doUpdateSet({ until_message: null }),
    ),
  )
}

/**
 * Ends users' subscriptions to a channel. Their settings stay; no message of the channel is unread for them any more.
 */
export async function endSubscriptions(
  tx: Tx,
  userIds: readonly number[],
  channelId: number,
  lastMessage: number,
): Promise<void> {
  if (userIds.length === 0) return
  tx.touch('subscribers', channelId)
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
