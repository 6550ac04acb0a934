import type { Db } from './db.ts'
import { inIds } from './id-list.ts'
import { IdRanges } from './id-ranges.ts'
import { flagBits } from './message-flags.ts'
import type { ReadableMessage } from './read-state.ts'

/**
 * Whether each of those who are subscribed to a message's channel, or take part in its direct conversation, has read it;
 * or each of those among some users. Subscribers who never received it count as readers.
 */
export async function readingOf(
  db: Db,
  message: ReadableMessage,
  among?: readonly number[],
): Promise<Map<number, boolean>> {
  const rows =
    message.channel_id === 0
      ? await db
          .selectFrom('conversation_participants as p')
          .innerJoin('users as u', 'u.id', 'p.user_id')
          .leftJoin('read_state as r', (join) =>
            join.onRef('r.user_id', '=', 'p.user_id').onRef('r.conversation_id', '=', 'p.conversation_id'),
          )
          .leftJoin('message_flags as f', (join) =>
            join.onRef('f.user_id', '=', 'p.user_id').on('f.message_id', '=', message.id),
          )
          .select(['p.user_id', 'u.read_through', 'r.ranges', 'f.flags'])
          .where('p.conversation_id', '=', message.conversation_id)
          .where((eb) => (among ? inIds(db, eb.ref('p.user_id'), among) : eb.lit(true)))
          .execute()
      : await db
          .selectFrom('subscriptions as s')
          .leftJoin('read_state as r', (join) =>
            join.onRef('r.user_id', '=', 's.user_id').on('r.conversation_id', '=', message.conversation_id),
          )
          .leftJoin('message_flags as f', (join) =>
            join.onRef('f.user_id', '=', 's.user_id').on('f.message_id', '=', message.id),
          )
          .select(['s.user_id', 's.read_through', 'r.ranges', 'f.flags'])
          .where('s.channel_id', '=', message.channel_id)
          .where('s.is_active', '=', 1)
          .where((eb) => (among ? inIds(db, eb.ref('s.user_id'), among) : eb.lit(true)))
          .execute()
  const hasRead = (row: (typeof rows)[number]) => {
    if (row.user_id === message.sender_id) return ((row.flags ?? 0) & flagBits.ownUnread) === 0
    return row.ranges === null ? message.id <= row.read_through : IdRanges.parse(row.ranges).has(message.id)
  }
  return new Map(rows.map((row) => [row.user_id, hasRead(row)]))
}

/** Those of `readingOf` who have read the message. */
export async function readersOf(
  db: Db,
  message: ReadableMessage,
  among?: readonly number[],
): Promise<Set<number>> {
  const reading = await readingOf(db, message, among)
  return new Set([...reading].flatMap(([userId, hasRead]) => (hasRead ? [userId] : [])))
}
