import { sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'

/**
 * Notes that somebody deletes messages of one topic: authors and times, no texts. Call it before the messages are gone.
 */
export async function insertDeletedMessages(
  tx: Tx,
  ids: readonly number[],
  { topic, deletedBy }: { readonly topic: string; readonly deletedBy: number },
): Promise<void> {
  await tx.db
    .insertInto('deleted_messages')
    .columns([
      'organization_id',
      'message_id',
      'channel_id',
      'topic',
      'sender_id',
      'sent_at',
      'deleted_by',
      'deleted_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('messages')
        .select([
          'organization_id',
          'id',
          'channel_id',
          sql<string>`cast(${topic} as text)`.as('topic'),
          'sender_id',
          'sent_at',
          sql<number>`${sql.lit(deletedBy)}`.as('deleted_by'),
          sql<number>`${sql.lit(tx.now)}`.as('deleted_at'),
        ])
        .where((where) => inIds(tx.db, where.ref('id'), ids))
        .orderBy('id'),
    )
    .execute()
}

/** Selects deletions: those that one reader may know of, so many at a time. */
interface DeletionQuery {
  readonly userId: number
  /** Channels of which the user reads everything. */
  readonly channelIds: readonly number[]
  /** Channels of which the user reads what they received. */
  readonly protectedChannelIds: readonly number[]
  readonly before: number | undefined
  readonly limit: number
}

/** Lists messages that people deleted from channels, the newest deletion first; before an id where one is given. */
export async function listDeletedMessages(
  db: Db,
  organizationId: number,
  { userId, channelIds, protectedChannelIds, before, limit }: DeletionQuery,
) {
  let query = db
    .selectFrom('deleted_messages as d')
    .select(['id', 'message_id', 'channel_id', 'topic', 'sender_id', 'sent_at', 'deleted_by', 'deleted_at'])
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      eb.or([
        inIds(db, eb.ref('d.channel_id'), channelIds),
        eb.and([
          inIds(db, eb.ref('d.channel_id'), protectedChannelIds),
          eb.exists(
            eb
              .selectFrom('subscription_spans as span')
              .select('span.user_id')
              .where('span.user_id', '=', userId)
              .whereRef('span.channel_id', '=', 'd.channel_id')
              .whereRef('span.after_message', '<', 'd.message_id')
              .where((inner) =>
                inner.or([
                  inner('span.until_message', 'is', null),
                  inner('span.until_message', '>=', inner.ref('d.message_id')),
                ]),
              ),
          ),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}

/** Forgets what was deleted before a time (UNIX seconds). */
export async function forgetDeletedBefore(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('deleted_messages')
    .where('organization_id', '=', tx.organizationId)
    .where('deleted_at', '<', before)
    .execute()
}

/** Forgets deleted messages of some channels that were sent before a time (UNIX seconds). */
export async function forgetSentBefore(tx: Tx, channelIds: readonly number[], before: number): Promise<void> {
  await tx.db
    .deleteFrom('deleted_messages')
    .where('organization_id', '=', tx.organizationId)
    .where((eb) => inIds(tx.db, eb.ref('channel_id'), channelIds))
    .where('sent_at', '<', before)
    .execute()
}
