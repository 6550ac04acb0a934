import type { ExpressionBuilder } from 'kysely'
import { IdRanges } from '#model/id-ranges.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { idsAsText, inIds, parseIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tables } from '#store/sql/tables.ts'

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

/** Id of a span's last message; for an open span, the largest possible id. */
export const endOfSpan = (eb: ExpressionBuilder<Tables, 'subscription_spans'>) =>
  eb.fn.coalesce('subscription_spans.until_message', eb.lit(Number.MAX_SAFE_INTEGER))

const spansOf = prepared((db, p: { user: number }) =>
  db.selectFrom('subscription_spans').selectAll().where('user_id', '=', p.user),
)

/** Spans of channels' histories that a user received, by channel: ids above `after`, up to `until`. */
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

const lastSpan = prepared((db, p: { user: number; channel: number }) =>
  db
    .selectFrom('subscription_spans')
    .select((eb) => endOfSpan(eb).as('until'))
    .where('user_id', '=', p.user)
    .where('channel_id', '=', p.channel)
    .orderBy('after_message', 'desc')
    .limit(1),
)

/** Upper bound of the ids that a user received in a channel; undefined without any subscription, now or earlier. */
export async function endOfReceived(db: Db, userId: number, channelId: number): Promise<number | undefined> {
  return (await lastSpan.first(db, { user: userId, channel: channelId }))?.until
}

/** The users among some who were subscribed when every message between two ids, both included, was sent. */
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

/**
 * Present subscribers of a channel who were also subscribed when a message between two ids, both included, was sent.
 */
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

/**
 * Makes the present subscribers of a channel the only recipients of messages that were just moved there; earlier
 * subscriptions do not matter. For channels whose newcomers do not see earlier messages. Ids ascending.
 */
export async function giveToSubscribers(tx: Tx, channelId: number, ids: readonly number[]): Promise<void> {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return
  const moved = await rangesInChannel(tx.db, channelId, ids)
  const rows = await tx.db
    .selectFrom('subscriptions as s')
    .leftJoin('subscription_spans as span', (join) =>
      join.onRef('span.user_id', '=', 's.user_id').onRef('span.channel_id', '=', 's.channel_id'),
    )
    .select(['s.user_id', 's.is_active', 'after_message', 'until_message'])
    .where('s.channel_id', '=', channelId)
    .execute()
  const changed: { user_id: number; received: IdRanges }[] = []
  for (const [user_id, own] of Map.groupBy(rows, (row) => row.user_id)) {
    let before = IdRanges.empty
    for (const { after_message, until_message } of own) {
      const until = until_message ?? Number.MAX_SAFE_INTEGER
      if (after_message !== null && after_message < until)
        before = before.union(IdRanges.between(after_message + 1, until))
    }
    const received = own[0]?.is_active === 1 ? before.union(moved) : before.without(ids)
    if (received.toString() !== before.toString()) changed.push({ user_id, received })
  }
  if (changed.length === 0) return
  await tx.db
    .deleteFrom('subscription_spans')
    .where('channel_id', '=', channelId)
    .where((eb) =>
      inIds(
        tx.db,
        eb.ref('user_id'),
        changed.map(({ user_id }) => user_id),
      ),
    )
    .execute()
  await insertMany(
    tx.db,
    'subscription_spans',
    changed.flatMap(({ user_id, received }) =>
      received.bounds.map(([from, to]) => ({
        user_id,
        channel_id: channelId,
        after_message: from - 1,
        until_message: to === Number.MAX_SAFE_INTEGER ? null : to,
      })),
    ),
  )
}

/** Joins messages of a channel into few ranges; a range contains no other message of the channel. Ids ascending. */
async function rangesInChannel(db: Db, channelId: number, ids: readonly number[]): Promise<IdRanges> {
  const row = await db
    .selectFrom('messages as m')
    .select(idsAsText(db, 'm.id').as('ids'))
    .where('m.channel_id', '=', channelId)
    .where('m.id', '>=', ids[0] ?? 0)
    .where('m.id', '<=', ids.at(-1) ?? 0)
    .executeTakeFirst()
  const chosen = new Set(ids)
  const others = parseIds(row?.ids).filter((id) => !chosen.has(id))
  return IdRanges.between(ids[0] ?? 0, ids.at(-1) ?? 0).without(others)
}
