import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import type { Tables } from '#store/sql/tables.ts'
import type { MessagesTable } from '#store/sql/tables/messages.ts'
import { endOfSpan } from './subscription-spans.ts'

/** A condition on messages, to be combined with others. */
export type MessageCondition = (
  eb: ExpressionBuilder<Tables & { m: MessagesTable }, 'm'>,
) => Expression<SqlBool>

/**
 * Messages that a user received and may still read: sent to one of the channels while subscribed, or in direct
 * conversations they take part in.
 */
export function receivedBy(userId: number, channelIds: readonly number[]): MessageCondition {
  return anyOf(isDirectFor(userId), allOf(isInChannels(channelIds), inSpanOf(userId)))
}

/** Direct messages of conversations that a user takes part in. */
export function isDirectFor(userId: number): MessageCondition {
  return (eb) =>
    eb.and([
      eb('m.channel_id', '=', 0),
      eb(
        'm.conversation_id',
        'in',
        eb.selectFrom('conversation_participants').select('conversation_id').where('user_id', '=', userId),
      ),
    ])
}

/**
 * Channel messages sent while a user was subscribed. Only the user's last span that begins before a message can hold
 * it: where two spans of a channel overlap, all messages were deleted. So a message costs one lookup, however often
 * somebody left and came back.
 */
export function inSpanOf(userId: number): MessageCondition {
  return (eb) =>
    eb(
      'm.id',
      '<=',
      eb.fn.coalesce(
        eb
          .selectFrom('subscription_spans')
          .select((inner) => endOfSpan(inner).as('until'))
          .where('user_id', '=', userId)
          .whereRef('subscription_spans.channel_id', '=', 'm.channel_id')
          .whereRef('after_message', '<', 'm.id')
          .orderBy('after_message', 'desc')
          .limit(1),
        eb.lit(0),
      ),
    )
}

/** Messages of one conversation. */
export const isInConversation =
  (conversationId: number): MessageCondition =>
  (eb) =>
    eb('m.conversation_id', '=', conversationId)

/** Messages of any of the channels. */
export const isInChannels =
  (channelIds: readonly number[]): MessageCondition =>
  (eb) =>
    channelIds.length === 0 ? eb.lit(false) : eb('m.channel_id', 'in', [...channelIds])

export const isFromSender =
  (userId: number): MessageCondition =>
  (eb) =>
    eb('m.sender_id', '=', userId)

/** Messages sent at a time or later, and before another; null sets no end. UNIX seconds. */
export const isSentBetween =
  (since: number | null, until: number | null): MessageCondition =>
  (eb) =>
    eb.and([
      ...(since === null ? [] : [eb('m.sent_at', '>=', since)]),
      ...(until === null ? [] : [eb('m.sent_at', '<', until)]),
    ])

/** Messages of topics, in any channel, whose conversations meet a condition. */
const isInTopics =
  (
    organizationId: number,
    condition: (eb: ExpressionBuilder<Tables, 'conversations'>) => Expression<SqlBool>,
  ): MessageCondition =>
  (eb) =>
    eb(
      'm.conversation_id',
      'in',
      eb
        .selectFrom('conversations')
        .select('conversations.id')
        .where('conversations.organization_id', '=', organizationId)
        .where('conversations.channel_id', '!=', 0)
        .where((inner) => condition(inner as never)),
    )

/** Messages of topics with this name, ignoring case, in any channel. */
export const hasTopicKey = (organizationId: number, key: string): MessageCondition =>
  isInTopics(organizationId, (eb) => eb('conversations.key', '=', key))

/** Messages of topics whose name begins with a text, ignoring case. */
export const hasTopicPrefix = (organizationId: number, prefix: string): MessageCondition =>
  isInTopics(organizationId, (eb) => eb('conversations.topic', 'like', `${prefix}%`))

/** Messages on which a user has at least one of the flags, given as bits. */
export const isFlaggedBy =
  (userId: number, bits: number): MessageCondition =>
  (eb) =>
    eb(
      'm.id',
      'in',
      eb
        .selectFrom('message_flags')
        .select('message_id')
        .where('user_id', '=', userId)
        .where(sql<SqlBool>`(flags & ${sql.lit(bits)}) != 0`),
    )

/** Messages with a link, an image or an upload. */
export const hasContent =
  (column: 'has_link' | 'has_image' | 'has_attachment'): MessageCondition =>
  (eb) =>
    eb(`m.${column}`, '=', 1)

const policies = { muted: 1, unmuted: 2, followed: 3 } as const

/** Messages of topics for which a user has one of the visibility policies. */
const isInTopicsWith =
  (userId: number, wanted: readonly (keyof typeof policies)[]): MessageCondition =>
  (eb) =>
    eb(
      'm.conversation_id',
      'in',
      eb
        .selectFrom('user_topics')
        .innerJoin('conversations', (join) =>
          join
            .onRef('conversations.channel_id', '=', 'user_topics.channel_id')
            .onRef('conversations.key', '=', 'user_topics.topic_key'),
        )
        .select('conversations.id')
        .where('user_topics.user_id', '=', userId)
        .where(
          'user_topics.visibility_policy',
          'in',
          wanted.map((policy) => policies[policy]),
        ),
    )

/** Messages of topics that a user follows. */
export const isFollowedBy = (userId: number): MessageCondition => isInTopicsWith(userId, ['followed'])

/** Messages of topics that a user has muted, by themselves or with their channel. */
export const isMutedFor = (userId: number): MessageCondition =>
  anyOf(
    isInTopicsWith(userId, ['muted']),
    allOf(
      (eb) =>
        eb(
          'm.channel_id',
          'in',
          eb
            .selectFrom('subscriptions')
            .select('channel_id')
            .where('user_id', '=', userId)
            .where('is_muted', '=', 1)
            .where('is_active', '=', 1),
        ),
      not(isInTopicsWith(userId, ['unmuted', 'followed'])),
    ),
  )

/** Messages with a reaction. */
export const hasReaction: MessageCondition = (eb) =>
  eb.exists(eb.selectFrom('reactions').select('reactions.id').whereRef('reactions.message_id', '=', 'm.id'))

/** Messages with the given ids, any number of them. */
export const isAmong =
  (db: Db, ids: readonly number[]): MessageCondition =>
  (eb) =>
    inIds(db, eb.ref('m.id'), ids)

export const not =
  (condition: MessageCondition): MessageCondition =>
  (eb) =>
    eb.not(condition(eb))

export const anyOf =
  (...conditions: readonly MessageCondition[]): MessageCondition =>
  (eb) =>
    eb.or(conditions.map((condition) => condition(eb)))

export const allOf =
  (...conditions: readonly MessageCondition[]): MessageCondition =>
  (eb) =>
    eb.and(conditions.map((condition) => condition(eb)))
