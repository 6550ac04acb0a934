import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

const active = prepared((db, p: { user: number }) =>
  db
    .selectFrom('subscriptions')
    .select('channel_id')
    .where('user_id', '=', p.user)
    .where('is_active', '=', 1),
)

/** The channels that a user is subscribed to. */
export async function subscribedChannelIds(db: Db, userId: number): Promise<number[]> {
  return (await active.all(db, { user: userId })).map(({ channel_id }) => channel_id)
}

const spansOf = prepared((db, p: { user: number }) =>
  db.selectFrom('subscription_spans').selectAll().where('user_id', '=', p.user),
)

/** The parts of channels' histories that a user received, by channel: ids above `after`, up to `until`. */
export async function receivedSpans(
  db: Db,
  userId: number,
): Promise<Map<number, { after: number; until: number }[]>> {
  const rows = await spansOf.all(db, { user: userId })
  const spans = new Map<number, { after: number; until: number }[]>()
  for (const row of rows) {
    const list = spans.get(row.channel_id) ?? []
    list.push({ after: row.after_message, until: row.until_message ?? Number.MAX_SAFE_INTEGER })
    spans.set(row.channel_id, list)
  }
  return spans
}

/** Those users who were subscribed to a channel when each of the messages between two ids, both included, was sent. */
export async function receiversOf(
  db: Db,
  channelId: number,
  first: number,
  last: number,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('subscription_spans')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('after_message', '<', first)
    .where((eb) => eb.or([eb('until_message', 'is', null), eb('until_message', '>=', last)]))
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** The present subscribers of a channel who were also subscribed when a message between two ids, both included, was sent. */
export async function subscribersWhoReceived(
  db: Db,
  channelId: number,
  first: number,
  last: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscription_spans as span')
    .innerJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.user_id', '=', 'span.user_id')
        .onRef('subscriptions.channel_id', '=', 'span.channel_id'),
    )
    .select('span.user_id')
    .where('subscriptions.is_active', '=', 1)
    .where('span.channel_id', '=', channelId)
    .where('after_message', '<', last)
    .where((eb) => eb.or([eb('until_message', 'is', null), eb('until_message', '>=', first)]))
    .execute()
  return [...new Set(rows.map((row) => row.user_id))]
}
