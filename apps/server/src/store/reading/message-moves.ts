import { sql } from 'kysely'
import { IdRanges } from '#model/id-ranges.ts'
import type { Tx } from '#store/log/transactions.ts'
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

/** The ids of a conversation's messages from one on, ascending. */
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
 * Gives a whole conversation another topic, or channel: one row, and with the channel those of its messages. What
 * everybody has read of it stays read, and nothing else becomes so. `moves` is the JSON of all its moves.
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

/** Writes down what subscribers of both channels have read of a conversation, now that its watermark will be another. */
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
  // Those who come upon it only now have not received it: nothing of it is unread for them.
  await sql`
    insert into read_state (user_id, conversation_id, ranges, floor)
    select s.user_id, c.id, '0-' || c.newest_message_id, c.newest_message_id
    from subscriptions s join conversations c on c.id = ${conversationId}
    where s.channel_id = ${toChannelId} and s.is_active = 1 and s.user_id not in ${withRow}
  `.execute(tx.db)
}

/** Messages that get the same history. */
export interface MovedGroup {
  readonly ids: readonly number[]
  /** The JSON list of their changes. */
  readonly editHistory: string
}

/** Puts messages of one conversation into another one, which may be in another channel. Ids ascending. */
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

/** Brings a conversation's newest message up to date; a topic without any is gone, and with it what was read of it. */
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

/** Moved messages stay read or unread for everybody who is subscribed to where they go. */
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
  // Most subscribers have read the same.
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

/** What is read of the target after a move; undefined when its watermark says just that. */
function readAfterMove(
  ids: readonly number[],
  all: readonly number[],
  user: {
    toWatermark: number
    /** Null for those who did not receive the messages. */
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

/** What users sent is no exception any more where it goes to a channel that they are not subscribed to. */
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

/** Takes away users' flags of messages that they may not read any more. */
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

/** Users who have a flag on one of the messages. */
export async function flagHolders(db: Db, messageIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('message_flags')
    .select('user_id')
    .distinct()
    .where((eb) => inIds(db, eb.ref('message_id'), messageIds))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Removes messages with all that belongs to them. */
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
