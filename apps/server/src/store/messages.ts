import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Db } from './db.ts'
import { inIds } from './id-list.ts'
import { packRendered, unpackRendered } from './packed-rendering.ts'
import { prepared } from './prepared.ts'
import type { ConversationsTable, MessagesTable, Tables } from './tables.ts'
import type { Tx } from './transactions.ts'

/** A message with what it has from its conversation. */
export type MessageRow = Selectable<MessagesTable> & Pick<Selectable<ConversationsTable>, 'topic' | 'moves'>

/** Makes a row that was just read what everybody else sees. */
function unpack(row: MessageRow): MessageRow {
  if (row.rendered === '') row.rendered = unpackRendered(row.content, row.rendered)
  return row
}

export interface NewMessage {
  readonly conversationId: number
  /** 0 for direct messages. */
  readonly channelId: number
  readonly senderId: number
  readonly client: string
  readonly content: string
  readonly rendered: string
  readonly isMeMessage: boolean
  readonly hasLink: boolean
  readonly hasImage: boolean
  readonly hasAttachment: boolean
}

const insert = prepared(
  (
    db,
    p: {
      organization: number
      conversation: number
      channel: number
      sender: number
      client: string
      content: string
      rendered: string
      sentAt: number
      isMe: 0 | 1
      hasLink: 0 | 1
      hasImage: 0 | 1
      hasAttachment: 0 | 1
    },
  ) =>
    db
      .insertInto('messages')
      .values({
        organization_id: p.organization,
        conversation_id: p.conversation,
        channel_id: p.channel,
        sender_id: p.sender,
        client: p.client,
        content: p.content,
        rendered: p.rendered,
        sent_at: p.sentAt,
        edited_at: null,
        moved_at: null,
        is_me_message: p.isMe,
        has_link: p.hasLink,
        has_image: p.hasImage,
        has_attachment: p.hasAttachment,
        edit_history: null,
      })
      .returning('id'),
)

const setNewest = prepared((db, p: { conversation: number; message: number }) =>
  db.updateTable('conversations').set({ newest_message_id: p.message }).where('id', '=', p.conversation),
)

/** Adds a message and returns its id. The number of rows written does not depend on who receives it. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<number> {
  const row = await insert.first(tx.db, {
    organization: tx.organizationId,
    conversation: message.conversationId,
    channel: message.channelId,
    sender: message.senderId,
    client: message.client,
    content: message.content,
    rendered: packRendered(message.content, message.rendered),
    sentAt: tx.now,
    isMe: message.isMeMessage ? 1 : 0,
    hasLink: message.hasLink ? 1 : 0,
    hasImage: message.hasImage ? 1 : 0,
    hasAttachment: message.hasAttachment ? 1 : 0,
  })
  const id = row?.id ?? 0
  await setNewest.run(tx.db, { conversation: message.conversationId, message: id })
  return id
}

/** Replaces a message's content; `editHistory` is the JSON list with the version of before. */
export async function replaceContent(
  tx: Tx,
  id: number,
  message: Pick<
    NewMessage,
    'content' | 'rendered' | 'isMeMessage' | 'hasLink' | 'hasImage' | 'hasAttachment'
  >,
  editHistory: string,
): Promise<void> {
  await tx.db
    .updateTable('messages')
    .set({
      content: message.content,
      rendered: packRendered(message.content, message.rendered),
      is_me_message: message.isMeMessage ? 1 : 0,
      has_link: message.hasLink ? 1 : 0,
      has_image: message.hasImage ? 1 : 0,
      has_attachment: message.hasAttachment ? 1 : 0,
      edited_at: tx.now,
      edit_history: editHistory,
    })
    .where('id', '=', id)
    .execute()
}

const oldest = prepared((db, p: { channel: number }) =>
  db.selectFrom('messages').select('id').where('channel_id', '=', p.channel).orderBy('id').limit(1),
)

/** The id of a channel's first message; null when there is none. */
export async function firstMessageOf(db: Db, channelId: number): Promise<number | null> {
  return (await oldest.first(db, { channel: channelId }))?.id ?? null
}

const newest = prepared((db, p: { channel: number }) =>
  db.selectFrom('messages').select('id').where('channel_id', '=', p.channel).orderBy('id', 'desc').limit(1),
)

/** The id of a channel's newest message; 0 when there is none. */
export async function newestMessageOf(db: Db, channelId: number): Promise<number> {
  return (await newest.first(db, { channel: channelId }))?.id ?? 0
}

const newestOfAll = prepared((db, p: { organization: number }) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('organization_id', '=', p.organization)
    .orderBy('id', 'desc')
    .limit(1),
)

/** The id of the organization's newest message; 0 when there is none. */
export async function newestMessage(db: Db, organizationId: number): Promise<number> {
  return (await newestOfAll.first(db, { organization: organizationId }))?.id ?? 0
}

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

/** Channel messages sent while a user was subscribed. */
export function inSpanOf(userId: number): MessageCondition {
  return (eb) =>
    eb.exists(
      eb
        .selectFrom('subscription_spans')
        .select('after_message')
        .where('user_id', '=', userId)
        .whereRef('subscription_spans.channel_id', '=', 'm.channel_id')
        .whereRef('after_message', '<', 'm.id')
        .where((inner) =>
          inner.or([inner('until_message', 'is', null), inner('until_message', '>=', inner.ref('m.id'))]),
        ),
    )
}

/** Messages of one organization that meet all conditions, on one side of an id, nearest first. */
export async function messagesBeside(
  db: Db,
  organizationId: number,
  conditions: readonly MessageCondition[],
  side: { direction: 'before' | 'after'; id: number; inclusive: boolean; limit: number },
): Promise<MessageRow[]> {
  if (side.limit === 0) return []
  const isBefore = side.direction === 'before'
  const rows = await selectRows(db, organizationId, conditions)
    .where('m.id', isBefore ? (side.inclusive ? '<=' : '<') : side.inclusive ? '>=' : '>', side.id)
    .orderBy('m.id', isBefore ? 'desc' : 'asc')
    .limit(side.limit)
    .execute()
  return rows.map(unpack)
}

/** Those of the given messages that meet all conditions, ascending. */
export async function messagesAmong(
  db: Db,
  organizationId: number,
  conditions: readonly MessageCondition[],
  ids: readonly number[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(db, organizationId, conditions)
    .where((eb) => inIds(db, eb.ref('m.id'), ids))
    .orderBy('m.id')
    .execute()
  return rows.map(unpack)
}

function selectRows(db: Db, organizationId: number, conditions: readonly MessageCondition[]) {
  let query = db
    .selectFrom('messages as m')
    .innerJoin('conversations', 'conversations.id', 'm.conversation_id')
    .selectAll('m')
    .select(['conversations.topic', 'conversations.moves'])
    .where('m.organization_id', '=', organizationId)
  for (const condition of conditions) query = query.where(condition as never)
  return query
}

const byId = prepared((db, p: { id: number }) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations', 'conversations.id', 'm.conversation_id')
    .selectAll('m')
    .select(['conversations.topic', 'conversations.moves'])
    .where('m.id', '=', p.id),
)

/** Messages by id; those that are gone are missing. */
export async function findMessages(db: Db, ids: readonly number[]): Promise<Map<number, MessageRow>> {
  const found = new Map<number, MessageRow>()
  if (ids.length > 16) {
    const rows = await db
      .selectFrom('messages as m')
      .innerJoin('conversations', 'conversations.id', 'm.conversation_id')
      .selectAll('m')
      .select(['conversations.topic', 'conversations.moves'])
      .where((eb) => inIds(db, eb.ref('m.id'), ids))
      .execute()
    for (const row of rows) found.set(row.id, unpack(row))
    return found
  }
  for (const id of ids) {
    const row = await byId.first(db, { id })
    if (row) found.set(id, unpack(row))
  }
  return found
}

const from = prepared((db, p: { organization: number; id: number }) =>
  db
    .selectFrom('messages')
    .select(['id', 'sent_at'])
    .where('organization_id', '=', p.organization)
    .where('id', '>=', p.id)
    .orderBy('id')
    .limit(1),
)

/**
 * The id of an organization's first message sent at a time (UNIX seconds) or later; undefined when there is none. Ids
 * and times rise together, so that a few looks are enough.
 */
export async function firstMessageSince(
  db: Db,
  organization: number,
  time: number,
): Promise<number | undefined> {
  let low = 0
  let high = (await newestMessage(db, organization)) + 1
  let found: number | undefined
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await from.first(db, { organization, id: middle })
    if (row && row.sent_at < time) {
      low = row.id + 1
    } else {
      if (row) found = row.id
      high = middle
    }
  }
  return found
}

const sent = prepared((db, p: { user: number; queue: string; local: string }) =>
  db
    .selectFrom('sent_messages')
    .select('message_id')
    .where('user_id', '=', p.user)
    .where('queue_id', '=', p.queue)
    .where('local_id', '=', p.local),
)

/** The message that a client has already sent under its own name for it. */
export async function findSentMessage(
  db: Db,
  userId: number,
  queueId: string,
  localId: string,
): Promise<number | undefined> {
  return (await sent.first(db, { user: userId, queue: queueId, local: localId }))?.message_id
}

const rememberSent = prepared(
  (db, p: { user: number; queue: string; local: string; message: number; at: number }) =>
    db.insertInto('sent_messages').values({
      user_id: p.user,
      queue_id: p.queue,
      local_id: p.local,
      message_id: p.message,
      sent_at: p.at,
    }),
)

export async function insertSentMessage(
  tx: Tx,
  userId: number,
  queueId: string,
  localId: string,
  messageId: number,
): Promise<void> {
  await rememberSent.run(tx.db, {
    user: userId,
    queue: queueId,
    local: localId,
    message: messageId,
    at: tx.now,
  })
}

/** Forgets clients' own names for messages sent before a time (UNIX seconds). */
export async function forgetSentMessages(tx: Tx, before: number): Promise<void> {
  await tx.db.deleteFrom('sent_messages').where('sent_at', '<', before).execute()
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

/** Messages of topics whose name is the same but for case, in any channel. */
export const hasTopicKey =
  (organizationId: number, key: string): MessageCondition =>
  (eb) =>
    eb(
      'm.conversation_id',
      'in',
      eb
        .selectFrom('conversations')
        .select('conversations.id')
        .where('conversations.organization_id', '=', organizationId)
        .where('conversations.channel_id', '!=', 0)
        .where('conversations.key', '=', key),
    )

/** Messages of topics whose name begins with a text. */
export const hasTopicPrefix =
  (organizationId: number, prefix: string): MessageCondition =>
  (eb) =>
    eb(
      'm.conversation_id',
      'in',
      eb
        .selectFrom('conversations')
        .select('conversations.id')
        .where('conversations.organization_id', '=', organizationId)
        .where('conversations.channel_id', '!=', 0)
        .where('conversations.topic', 'like', `${prefix}%`),
    )

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

/** Messages that somebody has reacted to. */
export const hasReaction: MessageCondition = (eb) =>
  eb.exists(eb.selectFrom('reactions').select('reactions.id').whereRef('reactions.message_id', '=', 'm.id'))

/** Messages of the given ids, however many. */
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

const newestInChannels = prepared((db, p: { user: number }) =>
  db
    .selectFrom('subscription_spans')
    .select((eb) =>
      eb
        .selectFrom('messages')
        .select((inner) => inner.fn.max('messages.id').as('newest'))
        .whereRef('messages.channel_id', '=', 'subscription_spans.channel_id')
        .whereRef('messages.id', '>', 'subscription_spans.after_message')
        .where((inner) =>
          inner.or([
            inner('subscription_spans.until_message', 'is', null),
            inner('messages.id', '<=', inner.ref('subscription_spans.until_message')),
          ]),
        )
        .as('newest'),
    )
    .where('user_id', '=', p.user),
)

const newestDirect = prepared((db, p: { user: number }) =>
  db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .select((eb) => eb.fn.max('c.newest_message_id').as('newest'))
    .where('p.user_id', '=', p.user),
)

/** The id of the newest message that a user received; -1 when there is none. */
export async function newestReceived(db: Db, userId: number): Promise<number> {
  const inChannels = (await newestInChannels.all(db, { user: userId })).map((row) => row.newest ?? -1)
  return Math.max(-1, (await newestDirect.first(db, { user: userId }))?.newest || -1, ...inChannels)
}

/** The oldest messages of a channel, or of the organization's direct conversations (channel 0), in order. */
export function oldestMessages(
  db: Db,
  organizationId: number,
  channelId: number,
  limit: number,
): Promise<
  (Pick<Selectable<MessagesTable>, 'id' | 'sent_at' | 'conversation_id' | 'channel_id'> & { topic: string })[]
> {
  return db
    .selectFrom('messages as m')
    .innerJoin('conversations', 'conversations.id', 'm.conversation_id')
    .select(['m.id', 'm.sent_at', 'm.conversation_id', 'm.channel_id', 'conversations.topic'])
    .where('m.organization_id', '=', organizationId)
    .where('m.channel_id', '=', channelId)
    .orderBy('m.id')
    .limit(limit)
    .execute()
}
