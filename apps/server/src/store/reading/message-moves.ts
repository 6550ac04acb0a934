/**
 * Moves and deletes messages, with everything that hangs on their conversation: read state, flags, search index.
 *
 * Operations
 * - `moveConversation` moves a whole topic. Within its channel, that is one row; into another channel, all messages get
 *   the new channel too.
 * - `moveMessageRows` moves some messages of a conversation to another one.
 * - `settleConversation` updates a conversation's newest message, and deletes a topic that has become empty.
 * - `deleteMessageRows` deletes messages with their flags, their clients' names for them and their index entries.
 *
 * Invariants, after each operation
 * - A moved message is read for a subscriber of the target exactly if it was read for them before, and no other message
 *   changes. Somebody who never received the messages has read them: a move makes nothing unread.
 * - A topic that moves to another channel keeps the read states of that channel's subscribers only. For all others,
 *   everything there counts as read.
 * - `messages.channel_id` equals the channel of the conversation.
 * - A topic without messages has no row, and no read state.
 * - Messages with another conversation or channel than before wait in `search_stale`: the index holds both.
 *
 * Cost: a whole topic that moves within its channel costs one row, however many messages it has. Otherwise the cost
 * grows with the moved messages, and with the subscribers of the target channel; subscribers with equal read states
 * share one computation, and the ids of the target conversation are read once.
 *
 * These functions ask for no permission and emit nothing, and do not know who may read the target: actions call
 * `dropFlags` for users who lose messages. Do not call `settleConversation` on the source before its read state has
 * moved: if the source is empty, it deletes that state.
 */

import { sql } from 'kysely'
import { IdRanges } from '#model/id-ranges.ts'
import type { Tx } from '#store/log/tx.ts'
import { isOwnUnread, setFlag } from '#store/messages/message-flags.ts'
import { markStale, removeFromIndex } from '#store/search/search-upkeep.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'
import type { Db } from '#store/sql/db.ts'
import { idsAsText, inIds, parseIds } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import { putReadRanges } from './read-state.ts'

const idsFrom = prepared((db, p: { conversation: number; from: number }) =>
  db
    .selectFrom('messages as m')
    .select(idsAsText(db, 'm.id').as('ids'))
    .where('m.conversation_id', '=', p.conversation)
    .where('m.id', '>=', p.from),
)

/** Ids of a conversation's messages from one on, ascending. */
export async function messageIdsOf(db: Db, conversationId: number, from = 0): Promise<number[]> {
  return parseIds((await idsFrom.first(db, { conversation: conversationId, from }))?.ids)
}

/** Number of a conversation's messages sent at a time (UNIX seconds) or later, and the first of them. */
export async function messagesSince(
  db: Db,
  conversationId: number,
  time: number,
): Promise<{ count: number; first: number | null }> {
  return db
    .selectFrom('messages')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('id').as('first')])
    .where('conversation_id', '=', conversationId)
    .where('sent_at', '>=', time)
    .executeTakeFirstOrThrow()
}

export interface Place {
  readonly conversationId: number
  readonly channelId: number
}

/**
 * Moves a whole conversation to another topic or channel. Everybody's read messages stay read, and no others become
 * read. `moves` is the JSON of all its moves.
 */
export async function moveConversation(
  tx: Tx,
  { conversationId, channelId }: Place,
  to: { channelId: number; topic: string; moves: string },
): Promise<void> {
  if (to.channelId !== channelId) {
    await keepRead(tx, { conversationId, channelId }, to.channelId)
    await forgetOwnUnread(tx, await messageIdsOf(tx.db, conversationId), to.channelId)
    await tx.db
      .updateTable('messages')
      .set({ channel_id: to.channelId })
      .where('conversation_id', '=', conversationId)
      .execute()
    await markStale(tx, (db) =>
      db.selectFrom('messages').select('id').where('conversation_id', '=', conversationId),
    )
  }
  await tx.db
    .updateTable('conversations')
    .set({ channel_id: to.channelId, topic: to.topic, key: topicKey(to.topic), moves: to.moves })
    .where('id', '=', conversationId)
    .execute()
}

/** Writes down the read state of users who are subscribed to both channels, because another watermark will hold. */
async function keepRead(tx: Tx, { conversationId, channelId }: Place, toChannelId: number): Promise<void> {
  const subscribed = (channel: number) =>
    sql`(select user_id from subscriptions where channel_id = ${channel} and is_active = 1)`
  const withRow = sql`(select user_id from read_state where conversation_id = ${conversationId})`
  await sql`
    delete from read_state
    where conversation_id = ${conversationId} and user_id not in ${subscribed(toChannelId)}
  `.execute(tx.db)
  await sql`
    insert into read_state (user_id, conversation_id, ranges, floor)
    select user_id, ${sql.lit(conversationId)}, '0-' || read_through, read_through from subscriptions
    where channel_id = ${channelId} and is_active = 1
      and user_id in ${subscribed(toChannelId)} and user_id not in ${withRow}
  `.execute(tx.db)
  // Newcomers did not receive the conversation: no message of it is unread for them.
  await sql`
    insert into read_state (user_id, conversation_id, ranges, floor)
    select s.user_id, c.id, '0-' || c.newest_message_id, c.newest_message_id
    from subscriptions s join conversations c on c.id = ${conversationId}
    where s.channel_id = ${toChannelId} and s.is_active = 1 and s.user_id not in ${withRow}
  `.execute(tx.db)
}

/** Moved messages that get the same edit history. */
export interface MovedGroup {
  readonly ids: readonly number[]
  /** JSON list of the messages' changes. */
  readonly editHistory: string
}

/** Moves messages of one conversation to another one, perhaps in another channel. Ids ascending. */
export async function moveMessageRows(
  tx: Tx,
  groups: readonly MovedGroup[],
  from: Place,
  to: Place & { movesTaken: number },
): Promise<void> {
  const ids = groups.flatMap((group) => group.ids).toSorted((a, b) => a - b)
  for (const group of groups) {
    await tx.db
      .updateTable('messages')
      .set({
        conversation_id: to.conversationId,
        channel_id: to.channelId,
        moved_at: tx.now,
        moves_taken: to.movesTaken,
        edit_history: group.editHistory,
      })
      .where((eb) => inIds(tx.db, eb.ref('id'), group.ids))
      .execute()
  }
  await settleConversation(tx, to.conversationId)
  await moveRead(tx, ids, from, to)
  if (from.channelId !== to.channelId) await forgetOwnUnread(tx, ids, to.channelId)
  await settleConversation(tx, from.conversationId)
  await markStale(tx, (db) =>
    db
      .selectFrom('messages')
      .select('id')
      .where((eb) => inIds(db, eb.ref('id'), ids)),
  )
}

/** Updates a conversation's newest message; deletes a topic without messages, with its read state. */
export async function settleConversation(tx: Tx, conversationId: number): Promise<void> {
  await tx.db
    .updateTable('conversations')
    .set({
      newest_message_id: sql<number>`coalesce((select max(id) from messages where conversation_id = ${conversationId}), 0)`,
    })
    .where('id', '=', conversationId)
    .execute()
  const gone = await tx.db
    .deleteFrom('conversations')
    .where('id', '=', conversationId)
    .where('channel_id', '!=', 0)
    .where('newest_message_id', '=', 0)
    .executeTakeFirst()
  if (gone.numDeletedRows > 0n)
    await tx.db.deleteFrom('read_state').where('conversation_id', '=', conversationId).execute()
}

/** Keeps moved messages read or unread for every subscriber of the target channel. */
async function moveRead(tx: Tx, ids: readonly number[], from: Place, to: Place): Promise<void> {
  const users = await tx.db
    .selectFrom('subscriptions as t')
    .leftJoin('subscriptions as f', (join) =>
      join
        .onRef('f.user_id', '=', 't.user_id')
        .on('f.channel_id', '=', from.channelId)
        .on('f.is_active', '=', 1),
    )
    .leftJoin('read_state as rf', (join) =>
      join.onRef('rf.user_id', '=', 't.user_id').on('rf.conversation_id', '=', from.conversationId),
    )
    .leftJoin('read_state as rt', (join) =>
      join.onRef('rt.user_id', '=', 't.user_id').on('rt.conversation_id', '=', to.conversationId),
    )
    .select([
      't.user_id',
      't.read_through as toWatermark',
      'f.read_through as fromWatermark',
      'rf.ranges as fromRanges',
      'rt.ranges as toRanges',
    ])
    .where('t.channel_id', '=', to.channelId)
    .where('t.is_active', '=', 1)
    .execute()
  const all = await messageIdsOf(tx.db, to.conversationId)
  // Most subscribers have the same read state.
  const results = new Map<string, IdRanges | undefined>()
  const rows = []
  for (const user of users) {
    const key = [user.toWatermark, user.fromWatermark, user.fromRanges, user.toRanges].join(' ')
    if (!results.has(key)) results.set(key, readAfterMove(ids, all, user))
    const ranges = results.get(key)
    if (ranges) rows.push({ userId: user.user_id, conversationId: to.conversationId, ranges })
  }
  await putReadRanges(tx, rows)
}

/** Read ranges of the target conversation after a move; undefined if its watermark says the same. */
function readAfterMove(
  ids: readonly number[],
  all: readonly number[],
  user: {
    toWatermark: number
    /** Null for users who did not receive the messages. */
    fromWatermark: number | null
    fromRanges: string | null
    toRanges: string | null
  },
): IdRanges | undefined {
  const { fromRanges, fromWatermark, toRanges, toWatermark } = user
  const wasRead =
    fromWatermark === null
      ? undefined
      : fromRanges === null
        ? IdRanges.upTo(fromWatermark)
        : IdRanges.parse(fromRanges)
  const unread = wasRead ? ids.filter((id) => !wasRead.has(id)) : []
  const isUnread = new Set(unread)
  if (toRanges === null && ids.every((id) => isUnread.has(id) === id > toWatermark)) return undefined
  const before = toRanges === null ? IdRanges.upTo(toWatermark) : IdRanges.parse(toRanges)
  const moved = new Set(ids)
  const last = all.findLast((id) => (moved.has(id) ? !isUnread.has(id) : before.has(id))) ?? -1
  const end = Math.max(last, before.floor)
  return IdRanges.upTo(end).without(
    all.filter((id) => id < end && (moved.has(id) ? isUnread.has(id) : !before.has(id))),
  )
}

/** Deletes the unread flags of users' own messages that go to a channel without their subscription. */
async function forgetOwnUnread(tx: Tx, ids: readonly number[], channelId: number): Promise<void> {
  const left = await tx.db
    .selectFrom('message_flags')
    .select(['user_id', 'message_id'])
    .where((eb) => inIds(tx.db, eb.ref('message_id'), ids))
    .where(isOwnUnread)
    .where(
      'user_id',
      'not in',
      tx.db
        .selectFrom('subscriptions')
        .select('user_id')
        .where('channel_id', '=', channelId)
        .where('is_active', '=', 1),
    )
    .execute()
  for (const [userId, rows] of Map.groupBy(left, (row) => row.user_id))
    await setFlag(
      tx,
      userId,
      rows.map((row) => row.message_id),
      'ownUnread',
      false,
    )
}

/** Deletes users' flags of messages that they may not read any more. */
export async function dropFlags(
  tx: Tx,
  userIds: readonly number[],
  messageIds: readonly number[],
): Promise<void> {
  await tx.db
    .deleteFrom('message_flags')
    .where((eb) => inIds(tx.db, eb.ref('user_id'), userIds))
    .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
    .execute()
}

/** Deletes messages with everything that belongs to them. */
export async function deleteMessageRows(
  tx: Tx,
  messageIds: readonly number[],
  conversationIds: readonly number[],
): Promise<void> {
  for (const table of ['message_flags', 'sent_messages'] as const)
    await tx.db
      .deleteFrom(table)
      .where((eb) => inIds(tx.db, eb.ref('message_id'), messageIds))
      .execute()
  await tx.db
    .deleteFrom('messages')
    .where((eb) => inIds(tx.db, eb.ref('id'), messageIds))
    .execute()
  await removeFromIndex(tx, messageIds)
  for (const id of conversationIds) await settleConversation(tx, id)
}
