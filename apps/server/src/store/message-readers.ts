import type { Db } from './db.ts'
import { IdRanges } from './id-ranges.ts'
import { flagBits } from './message-flags.ts'
import type { ReadableMessage } from './read-state.ts'

/** The users who have read a message; those among its channel's subscribers who never received it count as readers. */
export async function readersOf(db: Db, message: ReadableMessage): Promise<Set<number>> {
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
          .execute()
  const hasRead = (row: (typeof rows)[number]) => {
    if (row.user_id === message.sender_id) return ((row.flags ?? 0) & flagBits.ownUnread) === 0
    return row.ranges === null ? message.id <= row.read_through : IdRanges.parse(row.ranges).has(message.id)
  }
  return new Set(rows.filter(hasRead).map((row) => row.user_id))
}
