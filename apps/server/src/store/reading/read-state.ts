/**
 * The read state: the messages that each user has read. Sending writes no row for it, however many people receive the
 * message; the exception is the few who have read it on arrival (`read-on-arrival.ts`).
 *
 * Tables
 * - `subscriptions.read_through`: the watermark of a channel for a user. `users.read_through`: that of direct messages.
 * - `read_state`: for a user and a conversation, the read ids as few ranges (`IdRanges`), with their `floor`.
 * - `message_flags` with the bit `ownUnread`: messages that a user sent and has marked as unread.
 *
 * A message is read if the first of these that applies says so:
 * 1. In a channel to which the user is not subscribed, everything is read.
 * 2. A message of the user is read, unless it has `ownUnread`.
 * 3. With a row in `read_state`, exactly its ranges are read.
 * 4. Otherwise, everything up to the watermark is read.
 *
 * Operations
 * - `loadReadState` loads what `hasRead` needs for some conversations: three queries at most, however many messages
 *   follow.
 * - `setRead` marks messages. To mark as read, it loads the ids of each conversation above its floor, and closes gaps.
 * - `setConversationRead` writes one row. `setChannelRead` and `setAllRead` move watermarks and delete rows.
 *
 * Invariants
 * - A row is the whole truth of its conversation: no watermark counts beside it. Moving a watermark deletes the rows of
 *   its conversations.
 * - A watermark starts at the newest message when the subscription starts: earlier messages are read.
 * - A row has about as many ranges as its conversation has unread stretches.
 *
 * `setRead` skips the user's own messages: set their flag `ownUnread`. Do not write a row for messages that move to
 * another conversation: `message-moves.ts` does that for all users at once.
 */

import { sql } from 'kysely'
import { IdRanges } from '#model/id-ranges.ts'
import { must } from '#model/must.ts'
import { settleAll } from '#model/settle-all.ts'
import type { RowWriter } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import { flagBits } from '#store/messages/message-flags.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds, inIdText } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { ReadStateTable } from '#store/sql/tables/reading.ts'
import { idsOfOthers } from './unread-messages.ts'

/** Columns of a message that decide whether it is read. */
export interface ReadableMessage {
  readonly id: number
  readonly conversation_id: number
  readonly channel_id: number
  readonly sender_id: number
}

/** A user's read state of some conversations. */
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

const rangesIn = prepared((db, p: { user: number; conversations: string }) =>
  db
    .selectFrom('read_state')
    .select(['conversation_id', 'ranges'])
    .where('user_id', '=', p.user)
    .where(inIdText(db, 'conversation_id', p.conversations)),
)

/** Loads a user's read state of some conversations. */
export async function loadReadState(
  db: Db,
  userId: number,
  conversationIds: readonly number[],
): Promise<ReadState> {
  const conversations = JSON.stringify(conversationIds)
  const [user, channels, rows] = await settleAll([
    watermarkOf.first(db, { user: userId }),
    watermarks.all(db, { user: userId }),
    conversationIds.length === 0 ? [] : rangesIn.all(db, { user: userId, conversations }),
  ])
  return new ReadState(
    userId,
    user?.read_through ?? 0,
    new Map(channels.map((row) => [row.channel_id, row.read_through])),
    new Map(rows.map((row) => [row.conversation_id, IdRanges.parse(row.ranges)])),
  )
}

/** The messages among `ids` that a user sent, ascending. */
export async function messagesFrom(
  db: Db,
  senderId: number,
  ids: readonly number[],
): Promise<ReadableMessage[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'channel_id', 'sender_id'])
    .where('sender_id', '=', senderId)
    .where((eb) => inIds(db, eb.ref('id'), ids))
    .orderBy('id')
    .execute()
}

/** Writes the read ranges of users' conversations. */
export async function putReadRanges(
  tx: Tx,
  rows: readonly { userId: number; conversationId: number; ranges: IdRanges }[],
): Promise<void> {
  const values = rows.map(({ userId, conversationId, ranges }) => ({
    user_id: userId,
    conversation_id: conversationId,
    ranges: ranges.toString(),
    floor: ranges.floor,
  }))
  if (tx.batch) {
    for (const row of values) tx.batch.write(readRanges, row)
    return
  }
  await insertMany(tx.db, 'read_state', values, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'conversation_id']).doUpdateSet((eb) => ({
        ranges: eb.ref('excluded.ranges'),
        floor: eb.ref('excluded.floor'),
      })),
    ),
  )
}

const readRanges: RowWriter<ReadStateTable> = {
  write(db, rows) {
    // A statement writes no row twice: the last one counts.
    const last = [...new Map(rows.map((row) => [`${row.user_id} ${row.conversation_id}`, row])).values()]
    return putAll.run(db, {
      users: last.map((row) => row.user_id),
      conversations: last.map((row) => row.conversation_id),
      ranges: last.map((row) => row.ranges),
      floors: last.map((row) => row.floor),
    })
  },
}

const putAll = prepared(
  (db, p: { users: number[]; conversations: number[]; ranges: string[]; floors: number[] }) => ({
    compile: () =>
      sql`insert into read_state (user_id, conversation_id, ranges, floor)
        select * from unnest(${p.users}::bigint[], ${p.conversations}::bigint[], ${p.ranges}::text[],
          ${p.floors}::bigint[])
        on conflict (user_id, conversation_id) do update set ranges = excluded.ranges, floor = excluded.floor`.compile(
        db,
      ),
  }),
)

/**
 * Marks messages as read or as unread. Closes gaps without an unread message, so that a row has about as many ranges as
 * its conversation has unread stretches. Skips the user's own messages: they have flags.
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
  const rows = [...conversations].map(async ([conversationId, group]) => {
    const ids = group.map((message) => message.id)
    const before = state.rangesOf(conversationId, must(group[0], 'a group of messages is empty').channel_id)
    const ranges = read
      ? await closeGaps(tx.db, userId, conversationId, before.union(IdRanges.of(ids)))
      : before.without(ids)
    return { userId, conversationId, ranges }
  })
  await putReadRanges(tx, await settleAll(rows))
}

async function closeGaps(db: Db, userId: number, conversation: number, ranges: IdRanges): Promise<IdRanges> {
  const rest = await idsOfOthers(db, userId, conversation, ranges.floor)
  const last = rest.findLast((id) => ranges.has(id))
  const end = Math.max(ranges.floor, last ?? -1)
  return IdRanges.upTo(end).without(rest.filter((id) => id < end && !ranges.has(id)))
}

/** Marks a conversation as read up to a message, in one row. */
export async function setConversationRead(
  tx: Tx,
  userId: number,
  conversationId: number,
  through: number,
): Promise<void> {
  await putReadRanges(tx, [{ userId, conversationId, ranges: IdRanges.upTo(through) }])
}

/** Marks the messages of a channel as read up to one, its newest. */
export async function setChannelRead(
  tx: Tx,
  userId: number,
  channelId: number,
  through: number,
): Promise<void> {
  await settleAll([
    tx.db
      .updateTable('subscriptions')
      .set({ read_through: through })
      .where('user_id', '=', userId)
      .where('channel_id', '=', channelId)
      .execute(),
    tx.db
      .deleteFrom('read_state')
      .where('user_id', '=', userId)
      .where(
        'conversation_id',
        'in',
        tx.db.selectFrom('conversations').select('id').where('channel_id', '=', channelId),
      )
      .execute(),
  ])
}

/** Marks all messages as read up to one, the organization's newest. */
export async function setAllRead(tx: Tx, userId: number, through: number): Promise<void> {
  const set = { read_through: through }
  await settleAll([
    tx.db.updateTable('users').set(set).where('id', '=', userId).execute(),
    tx.db.updateTable('subscriptions').set(set).where('user_id', '=', userId).execute(),
    tx.db.deleteFrom('read_state').where('user_id', '=', userId).execute(),
  ])
}
