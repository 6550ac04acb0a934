import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { floorTable, inIds } from './id-list.ts'
import { IdRanges } from './id-ranges.ts'
import { insertMany } from './insert-many.ts'
import { flagBits } from './message-flags.ts'
import { newestMessage, newestMessageOf } from './messages.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'
import type { Tx } from './transactions.ts'

/** What a message needs to be told read from unread. */
export interface ReadableMessage {
  readonly id: number
  readonly conversation_id: number
  readonly channel_id: number
  readonly sender_id: number
}

/**
 * What a user has read. A conversation with a row has exactly the row's ranges read; one without has everything up to
 * the watermark of its channel read, or of the user for direct messages. Watermarks begin at the subscription, and
 * marking a channel or everything as read moves them and drops the rows. What users sent themselves is read unless a
 * flag says otherwise; in channels that they are not subscribed to everything is.
 */
export class ReadState {
  readonly userId: number
  readonly #direct: number
  readonly #channels: ReadonlyMap<number, number>
  readonly #conversations: ReadonlyMap<number, IdRanges>

  constructor(
    userId: number,
    direct: number,
    channels: ReadonlyMap<number, number>,
    conversations: ReadonlyMap<number, IdRanges>,
  ) {
    this.userId = userId
    this.#direct = direct
    this.#channels = channels
    this.#conversations = conversations
  }

  /** `flags` are the user's stored flags of the message. */
  hasRead(message: ReadableMessage, flags: number): boolean {
    if (message.channel_id !== 0 && !this.#channels.has(message.channel_id)) return true
    if (message.sender_id === this.userId) return (flags & flagBits.ownUnread) === 0
    const ranges = this.#conversations.get(message.conversation_id)
    return ranges ? ranges.has(message.id) : message.id <= this.#watermark(message.channel_id)
  }

  rangesOf(conversationId: number, channelId: number): IdRanges {
    return this.#conversations.get(conversationId) ?? IdRanges.upTo(this.#watermark(channelId))
  }

  #watermark(channelId: number): number {
    return channelId === 0 ? this.#direct : (this.#channels.get(channelId) ?? 0)
  }
}

const watermarkOf = prepared((db, p: { user: number }) =>
  db.selectFrom('users').select('read_through').where('id', '=', p.user),
)
const watermarks = prepared((db, p: { user: number }) =>
  db
    .selectFrom('subscriptions')
    .select(['channel_id', 'read_through'])
    .where('user_id', '=', p.user)
    .where('is_active', '=', 1),
)

/** Reads what a user has read in some conversations. */
export async function loadReadState(
  db: Db,
  userId: number,
  conversationIds: readonly number[],
): Promise<ReadState> {
  const user = await watermarkOf.first(db, { user: userId })
  const channels = await watermarks.all(db, { user: userId })
  const rows =
    conversationIds.length === 0
      ? []
      : await db
          .selectFrom('read_state')
          .select(['conversation_id', 'ranges'])
          .where('user_id', '=', userId)
          .where((eb) => inIds(db, eb.ref('conversation_id'), conversationIds))
          .execute()
  return new ReadState(
    userId,
    user?.read_through ?? 0,
    new Map(channels.map((row) => [row.channel_id, row.read_through])),
    new Map(rows.map((row) => [row.conversation_id, IdRanges.parse(row.ranges)])),
  )
}

/** Writes what users have read of conversations. */
export async function putReadRanges(
  tx: Tx,
  rows: readonly { userId: number; conversationId: number; ranges: IdRanges }[],
): Promise<void> {
  await insertMany(
    tx.db,
    'read_state',
    rows.map(({ userId, conversationId, ranges }) => ({
      user_id: userId,
      conversation_id: conversationId,
      ranges: ranges.toString(),
      floor: ranges.floor,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['user_id', 'conversation_id']).doUpdateSet((eb) => ({
          ranges: eb.ref('excluded.ranges'),
          floor: eb.ref('excluded.floor'),
        })),
      ),
  )
}

/**
 * Marks messages as read or as unread again. Gaps in which a conversation has no unread message are closed, so that a
 * row stays about as long as its conversation has unread stretches. What users sent themselves is for the flags.
 */
export async function setRead(
  tx: Tx,
  userId: number,
  messages: readonly ReadableMessage[],
  read: boolean,
): Promise<void> {
  const others = messages.filter((message) => message.sender_id !== userId)
  const conversations = Map.groupBy(others, (message) => message.conversation_id)
  if (conversations.size === 0) return
  const state = await loadReadState(tx.db, userId, [...conversations.keys()])
  const rows = []
  for (const [conversationId, group] of conversations) {
    const ids = group.map((message) => message.id)
    const before = state.rangesOf(conversationId, group[0]?.channel_id ?? 0)
    const ranges = read
      ? await closeGaps(tx.db, userId, conversationId, before.union(IdRanges.of(ids)))
      : before.without(ids)
    rows.push({ userId, conversationId, ranges })
  }
  await putReadRanges(tx, rows)
}

const idsAfter = prepared((db, p: { conversation: number; id: number; user: number }) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', p.conversation)
    .where('id', '>', p.id)
    .where('sender_id', '!=', p.user)
    .orderBy('id'),
)

async function closeGaps(db: Db, userId: number, conversation: number, ranges: IdRanges): Promise<IdRanges> {
  const rest = await idsAfter.all(db, { conversation, id: ranges.floor, user: userId })
  const last = rest.findLast(({ id }) => ranges.has(id))
  const end = Math.max(ranges.floor, last?.id ?? -1)
  return IdRanges.upTo(end).without(rest.filter(({ id }) => id < end && !ranges.has(id)).map(({ id }) => id))
}

/** Marks a conversation as read up to its newest message, in one row. */
export async function setConversationRead(tx: Tx, userId: number, conversationId: number): Promise<void> {
  const conversation = await tx.db
    .selectFrom('conversations')
    .select('newest_message_id')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (conversation)
    await putReadRanges(tx, [
      { userId, conversationId, ranges: IdRanges.upTo(conversation.newest_message_id) },
    ])
}

/** Marks everything in a channel as read. */
export async function setChannelRead(tx: Tx, userId: number, channelId: number): Promise<void> {
  await tx.db
    .updateTable('subscriptions')
    .set({ read_through: await newestMessageOf(tx.db, channelId) })
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .execute()
  await tx.db
    .deleteFrom('read_state')
    .where('user_id', '=', userId)
    .where(
      'conversation_id',
      'in',
      tx.db.selectFrom('conversations').select('id').where('channel_id', '=', channelId),
    )
    .execute()
}

/** Marks everything as read. */
export async function setAllRead(tx: Tx, userId: number): Promise<void> {
  const read_through = await newestMessage(tx.db, tx.organizationId)
  await tx.db.updateTable('users').set({ read_through }).where('id', '=', userId).execute()
  await tx.db.updateTable('subscriptions').set({ read_through }).where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('read_state').where('user_id', '=', userId).execute()
}

export interface UnreadMessage {
  readonly id: number
  readonly conversation_id: number
  /** 0 for direct messages. */
  readonly channel_id: number
  readonly topic: string
  /** The user's stored flags of the message. */
  readonly flags: number
}

/** Where unread messages are looked for; everywhere when both are missing. */
export interface UnreadScope {
  readonly channelId?: number
  readonly conversationId?: number
}

interface Candidate {
  readonly id: number
  readonly channel_id: number
  readonly topic: string
  readonly ranges: string | null
  /** Everything up to here is read. */
  readonly floor: number
}

/**
 * A user's unread messages, the newest `limit`, ascending: in channels subscribed to now, and direct ones. Only
 * conversations with a message above what is read of them are looked into.
 */
export async function unreadMessages(
  db: Db,
  userId: number,
  limit: number,
  scope: UnreadScope = {},
): Promise<UnreadMessage[]> {
  const candidates = new Map<number, Candidate>()
  for (const candidate of await conversationsWithUnread(db, userId, scope))
    candidates.set(candidate.id, candidate)
  const flags = new Map(
    (
      await db
        .selectFrom('message_flags')
        .select(['message_id', 'flags'])
        .where('user_id', '=', userId)
        .where(sql<boolean>`(flags & ${sql.lit(ofUnread)}) != 0`)
        .execute()
    ).map((row) => [row.message_id, row.flags]),
  )
  const unread: UnreadMessage[] = []
  const take = (id: number, candidate: Candidate) =>
    unread.push({
      id,
      conversation_id: candidate.id,
      channel_id: candidate.channel_id,
      topic: candidate.topic,
      flags: flags.get(id) ?? 0,
    })
  const split = new Map<number, IdRanges>()
  for (const { id, ranges } of candidates.values())
    if (ranges?.includes(',')) split.set(id, IdRanges.parse(ranges))
  for (const { id, conversation_id } of await messagesAboveFloors(
    db,
    userId,
    [...candidates.values()],
    // Where ranges have gaps, some of what lies above the floor is read.
    split.size === 0 ? limit : Infinity,
  )) {
    const candidate = candidates.get(conversation_id)
    if (candidate && !split.get(conversation_id)?.has(id)) take(id, candidate)
  }
  const own = [...flags].filter(([, bits]) => bits & flagBits.ownUnread).map(([id]) => id)
  for (const row of await ownUnread(db, userId, own, scope))
    take(row.message_id, { ...row, ranges: null, floor: -1 })
  unread.sort((a, b) => a.id - b.id)
  return limit < unread.length ? unread.slice(-limit) : unread
}

const ofUnread =
  flagBits.mentioned |
  flagBits.stream_wildcard_mentioned |
  flagBits.topic_wildcard_mentioned |
  flagBits.ownUnread

async function conversationsWithUnread(db: Db, userId: number, scope: UnreadScope): Promise<Candidate[]> {
  const inScope = (eb: ExpressionBuilder<Tables & { c: Tables['conversations'] }, 'c'>) =>
    eb.and([
      ...(scope.channelId === undefined ? [] : [eb('c.channel_id', '=', scope.channelId)]),
      ...(scope.conversationId === undefined ? [] : [eb('c.id', '=', scope.conversationId)]),
    ])
  const inChannels = await db
    .selectFrom('subscriptions as s')
    .innerJoin('conversations as c', 'c.channel_id', 's.channel_id')
    .leftJoin('read_state as r', (join) =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.user_id', '=', userId),
    )
    .select((eb) => [
      'c.id',
      'c.channel_id',
      'c.topic',
      'r.ranges',
      eb.fn.coalesce('r.floor', 's.read_through').as('floor'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.is_active', '=', 1)
    .where((eb) => eb('c.newest_message_id', '>', eb.fn.coalesce('r.floor', 's.read_through')))
    .where((eb) => inScope(eb as never))
    .execute()
  if (scope.channelId !== undefined) return inChannels
  const direct = await db
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('read_state as r', (join) =>
      join.onRef('r.conversation_id', '=', 'c.id').on('r.user_id', '=', userId),
    )
    .select((eb) => [
      'c.id',
      'c.channel_id',
      'c.topic',
      'r.ranges',
      eb.fn.coalesce('r.floor', 'u.read_through').as('floor'),
    ])
    .where('p.user_id', '=', userId)
    .where((eb) => eb('c.newest_message_id', '>', eb.fn.coalesce('r.floor', 'u.read_through')))
    .where((eb) => inScope(eb as never))
    .execute()
  return [...inChannels, ...direct]
}

/** The messages of others above each conversation's floor, all found by one query. */
async function messagesAboveFloors(
  db: Db,
  userId: number,
  candidates: readonly Candidate[],
  limit: number,
): Promise<{ id: number; conversation_id: number }[]> {
  const [only] = candidates
  if (!only) return []
  if (candidates.length === 1)
    return (await idsAfter.all(db, { conversation: only.id, id: only.floor, user: userId })).map(
      ({ id }) => ({
        id,
        conversation_id: only.id,
      }),
    )
  const floors = JSON.stringify(candidates.map(({ id, floor }) => ({ c: id, f: floor })))
  return db
    .selectFrom(floorTable(db, floors).as('floors'))
    .innerJoin('messages as m', (join) =>
      join.onRef('m.conversation_id', '=', 'floors.c').onRef('m.id', '>', 'floors.f'),
    )
    .select(['m.id', 'm.conversation_id'])
    .where('m.sender_id', '!=', userId)
    .$if(limit !== Infinity, (query) => query.orderBy('m.id', 'desc').limit(limit))
    .execute()
}

async function ownUnread(db: Db, userId: number, ids: readonly number[], scope: UnreadScope) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.id as message_id', 'c.id', 'c.channel_id', 'c.topic'])
    .where((eb) => inIds(db, eb.ref('m.id'), ids))
    .where((eb) =>
      eb.or([
        eb('m.channel_id', '=', 0),
        eb(
          'm.channel_id',
          'in',
          eb
            .selectFrom('subscriptions')
            .select('channel_id')
            .where('user_id', '=', userId)
            .where('is_active', '=', 1),
        ),
      ]),
    )
    .execute()
  return rows.filter(
    (row) =>
      (scope.channelId === undefined || row.channel_id === scope.channelId) &&
      (scope.conversationId === undefined || row.id === scope.conversationId),
  )
}
