import { type Selectable, sql } from 'kysely'
import { must } from '#model/must.ts'
import type { Foresight } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { participantsKey, topicKey } from '#store/sql/conversation-keys.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { ConversationsTable } from '#store/sql/tables/messages.ts'
import { inSpanOf } from './message-conditions.ts'
import { endOfReceived } from './subscription-spans.ts'

const byKey = prepared((db, p: { organization: number; channel: number; key: string }) =>
  db
    .selectFrom('conversations')
    .select(['id', 'topic'])
    .where('organization_id', '=', p.organization)
    .where('channel_id', '=', p.channel)
    .where('key', '=', p.key),
)

const insert = prepared((db, p: { organization: number; channel: number; topic: string; key: string }) =>
  db
    .insertInto('conversations')
    .values({ organization_id: p.organization, channel_id: p.channel, topic: p.topic, key: p.key })
    .returning('id'),
)

interface ConversationKey {
  /** 0 for direct messages. */
  readonly channelId: number
  /** Made by `topicKey` or `participantsKey`. */
  readonly key: string
}

function nameOfKey({ channelId, key }: ConversationKey): string {
  return `${channelId} ${key}`
}

/** The conversation with a key, for bodies that send. */
export const conversationByKey: Foresight<ConversationKey, { id: number; topic: string } | undefined> = {
  tables: ['conversations'],
  nameOf: nameOfKey,
  one: (db, organization, { channelId, key }) => byKey.first(db, { organization, channel: channelId, key }),
  async many(db, organization, keys) {
    const channels = keys.map(({ channelId }) => channelId)
    const rows = await byKeys.all(db, { organization, channels, keys: keys.map(({ key }) => key) })
    const found = new Map(
      rows.map(({ id, topic, channel_id: channelId, key }) => [nameOfKey({ channelId, key }), { id, topic }]),
    )
    return keys.map((key) => found.get(nameOfKey(key)))
  },
}

const byKeys = prepared((db, p: { organization: number; channels: number[]; keys: string[] }) => ({
  compile: () =>
    sql<{ id: number; topic: string; channel_id: number; key: string }>`
      select c.id, c.topic, c.channel_id, c.key
      from unnest(${p.channels}::bigint[], ${p.keys}::text[]) as wanted (channel_id, key)
      join conversations c on c.organization_id = ${p.organization} and c.channel_id = wanted.channel_id
        and c.key = wanted.key`.compile(db),
}))

export async function findTopic(
  db: Db,
  organizationId: number,
  channelId: number,
  topic: string,
): Promise<{ id: number; topic: string } | undefined> {
  return byKey.first(db, { organization: organizationId, channel: channelId, key: topicKey(topic) })
}

const ofChannel = prepared((db, p: { channel: number }) =>
  db
    .selectFrom('conversations')
    .select(['topic as name', 'newest_message_id as max_id'])
    .where('channel_id', '=', p.channel)
    .where('newest_message_id', '>', 0)
    .orderBy('newest_message_id', 'desc'),
)

/** The topics of a channel with their newest messages, the latest first. */
export function topicsOf(db: Db, channelId: number): Promise<{ name: string; max_id: number }[]> {
  return ofChannel.all(db, { channel: channelId })
}

/** The topics of a channel with messages that the user received, each with the newest of them; the latest first. */
export async function topicsReceived(
  db: Db,
  userId: number,
  channelId: number,
): Promise<{ name: string; max_id: number }[]> {
  const end = await endOfReceived(db, userId, channelId)
  if (end === undefined) return []
  const rows = await db
    .selectFrom('conversations')
    .select((eb) => [
      'conversations.topic as name',
      eb
        .selectFrom('messages as m')
        .select('m.id')
        .whereRef('m.conversation_id', '=', 'conversations.id')
        .where('m.id', '<=', end)
        .where((inner) => inSpanOf(userId)(inner as never))
        .orderBy('m.id', 'desc')
        .limit(1)
        .as('max_id'),
    ])
    .where('conversations.channel_id', '=', channelId)
    .where('newest_message_id', '>', 0)
    .execute()
  return rows
    .flatMap(({ name, max_id }) => (max_id === null ? [] : [{ name, max_id }]))
    .toSorted((a, b) => b.max_id - a.max_id)
}

/** The newest messages of some topics of a channel; empty topics are left out. */
export async function newestInTopics(
  db: Db,
  channelId: number,
  topics: readonly string[],
): Promise<{ name: string; max_id: number }[]> {
  return db
    .selectFrom('conversations')
    .select(['topic as name', 'newest_message_id as max_id'])
    .where('channel_id', '=', channelId)
    .where('key', 'in', topics.map(topicKey))
    .where('newest_message_id', '>', 0)
    .execute()
}

/** The newest messages of some topics of a channel that the user received; topics without one are left out. */
export async function newestReceivedInTopics(
  db: Db,
  userId: number,
  channelId: number,
  topics: readonly string[],
): Promise<{ name: string; max_id: number }[]> {
  const keys = new Set(topics.map(topicKey))
  return (await topicsReceived(db, userId, channelId)).filter(({ name }) => keys.has(topicKey(name)))
}

export async function findDirectConversation(
  db: Db,
  organizationId: number,
  userIds: Iterable<number>,
): Promise<number | undefined> {
  return (await byKey.first(db, { organization: organizationId, channel: 0, key: participantsKey(userIds) }))
    ?.id
}

/** The conversation of a topic, made on first use; a topic keeps the case of its first message. */
export async function topicConversation(
  tx: Tx,
  channelId: number,
  topic: string,
): Promise<{ id: number; topic: string; isNew: boolean }> {
  const found = await tx.find(conversationByKey, { channelId, key: topicKey(topic) })
  if (found) return { ...found, isNew: false }
  const made = await insert.first(tx.db, {
    organization: tx.organizationId,
    channel: channelId,
    topic,
    key: topicKey(topic),
  })
  return { id: must(made, 'the insert of a topic returned no id').id, topic, isNew: true }
}

/** The conversation of a set of people, the sender included; made on first use. */
export async function directConversation(tx: Tx, userIds: readonly number[]): Promise<number> {
  const found = await tx.find(conversationByKey, { channelId: 0, key: participantsKey(userIds) })
  if (found) return found.id
  const made = await insert.first(tx.db, {
    organization: tx.organizationId,
    channel: 0,
    topic: '',
    key: participantsKey(userIds),
  })
  const { id } = must(made, 'the insert of a conversation returned no id')
  await insertMany(
    tx.db,
    'conversation_participants',
    [...new Set(userIds)].map((user_id) => ({ user_id, conversation_id: id })),
  )
  return id
}

/** The participants of direct conversations, ascending, by conversation. */
export async function participantsOf(
  db: Db,
  conversationIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (conversationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'key'])
    .where((eb) => inIds(db, eb.ref('id'), conversationIds))
    .execute()
  return participantsByKey(db, rows)
}

/** `participantsOf` for conversations with known keys: only conversations of very many people need a query. */
export async function participantsByKey(
  db: Db,
  conversations: readonly { readonly id: number; readonly key: string }[],
): Promise<Map<number, number[]>> {
  const large = conversations.filter(({ key }) => key.startsWith('#')).map(({ id }) => id)
  const participants = new Map<number, number[]>(large.map((id) => [id, []]))
  for (const { id, key } of conversations)
    if (!participants.has(id)) participants.set(id, key.split(',').map(Number))
  if (large.length === 0) return participants
  const rows = await db
    .selectFrom('conversation_participants')
    .selectAll()
    .where((eb) => inIds(db, eb.ref('conversation_id'), large))
    .orderBy('user_id')
    .execute()
  for (const { conversation_id, user_id } of rows) participants.get(conversation_id)?.push(user_id)
  return participants
}

/** Users who have sent a message to a conversation. */
export async function sendersIn(db: Db, conversationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .select('sender_id')
    .distinct()
    .where('conversation_id', '=', conversationId)
    .execute()
  return rows.map(({ sender_id }) => sender_id)
}

const byId = prepared((db, p: { id: number }) =>
  db.selectFrom('conversations').selectAll().where('id', '=', p.id),
)

export function findConversation(db: Db, id: number): Promise<Selectable<ConversationsTable> | undefined> {
  return byId.first(db, { id })
}

/** Tells whether a channel has a message with a named topic. */
export async function hasNamedTopic(db: Db, channelId: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('messages.id')
    .where('messages.channel_id', '=', channelId)
    .where('conversations.key', '!=', '')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
