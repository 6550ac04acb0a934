import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import { inIds, isSqlite } from '#store/sql/id-list.ts'
import { inSpanOf } from './message-conditions.ts'
import { endOfSpan } from './subscription-spans.ts'

// The newest topics of many channels. The work grows with the number of channels and with `limit`, not with messages or
// subscribers, because an index has the topics of each channel in the order of their newest messages. First the newest
// message of each channel is looked up. Only the `limit` channels with the newest ones can have topics in the answer, and
// these topics are not older than the oldest of these messages.

export interface TopicOfChannel {
  readonly channel_id: number
  readonly name: string
  /** Id of its newest message. */
  readonly max_id: number
}

/** At most `limit` topics, with newest messages below the id `before`. */
interface Range {
  readonly limit: number
  readonly before: number
}

/** Returns the newest topics of channels whose whole history the caller reads, the latest first. */
export async function newestTopics(
  db: Db,
  channelIds: readonly number[],
  { limit, before }: Range,
): Promise<TopicOfChannel[]> {
  if (channelIds.length === 0) return []
  const newestIn = (channel: RawBuilder<unknown>) =>
    sql`select max(newest_message_id) from conversations
        where channel_id = ${channel} and newest_message_id > 0 and newest_message_id < ${before}`
  const topicsIn = (channel: RawBuilder<unknown>, columns: RawBuilder<unknown>) =>
    sql`select ${columns} from conversations
        where channel_id = ${channel} and newest_message_id < ${before}
          and newest_message_id >= (select id from oldest)
        order by newest_message_id desc limit ${limit}`
  const wanted = isSqlite(db)
    ? sql`json_each(${JSON.stringify(channelIds)})`
    : sql`unnest(${[...channelIds]}::bigint[]) as wanted (value)`
  // The embedded engine has no lateral joins: it looks the rows up by their ids.
  const topics = isSqlite(db)
    ? sql`busy cross join conversations c on c.id in (${topicsIn(sql.ref('busy.channel'), sql.ref('id'))})`
    : sql`busy cross join lateral (${topicsIn(sql.ref('busy.channel'), sql`channel_id, topic, newest_message_id`)}) c`
  const { rows } = await sql<TopicOfChannel>`
    with busy as materialized (
      select channel, newest from (select value as channel, (${newestIn(sql.ref('value'))}) as newest from ${wanted}) found
      where newest is not null order by newest desc limit ${limit}
    ), oldest as materialized (
      select case when count(*) < ${limit} then 1 else min(newest) end as id from busy
    )
    select c.channel_id, c.topic as name, c.newest_message_id as max_id from ${topics}
    order by c.newest_message_id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns the topics with messages that a user received, each with the newest of these; the latest first. */
export async function newestTopicsReceived(
  db: Db,
  userId: number,
  channelIds: readonly number[],
  { limit, before }: Range,
): Promise<TopicOfChannel[]> {
  if (channelIds.length === 0) return []
  const rows = await db
    .selectFrom('conversations')
    .select((eb) => [
      'conversations.channel_id',
      'conversations.topic as name',
      eb
        .selectFrom('messages as m')
        .select('m.id')
        .whereRef('m.conversation_id', '=', 'conversations.id')
        // If the user left long ago, many messages came after the last span.
        .where('m.id', '<=', (inner) =>
          inner
            .selectFrom('subscription_spans')
            .select((span) => endOfSpan(span as never).as('until'))
            .where('subscription_spans.user_id', '=', userId)
            .whereRef('subscription_spans.channel_id', '=', 'conversations.channel_id')
            .orderBy('after_message', 'desc')
            .limit(1),
        )
        .where((inner) => inSpanOf(userId)(inner as never))
        .orderBy('m.id', 'desc')
        .limit(1)
        .as('max_id'),
    ])
    .where((eb) => inIds(db, eb.ref('conversations.channel_id'), channelIds))
    .where('newest_message_id', '>', 0)
    .execute()
  return rows
    .flatMap(({ max_id: newest, ...rest }) =>
      newest === null || newest >= before ? [] : [{ ...rest, max_id: newest }],
    )
    .toSorted((a, b) => b.max_id - a.max_id)
    .slice(0, limit)
}
