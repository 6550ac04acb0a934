import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import { participantsByKey } from './conversations.ts'

const ofUser = prepared((db, p: { user: number }) =>
  db
    .selectFrom('conversation_participants')
    .innerJoin('conversations', 'conversations.id', 'conversation_participants.conversation_id')
    .select(['conversations.id', 'conversations.key', 'conversations.newest_message_id as newest'])
    .where('conversation_participants.user_id', '=', p.user),
)

/** A user's direct conversations with the other participants and the newest message, the newest conversation first. */
export async function recentDirectConversations(
  db: Db,
  userId: number,
): Promise<{ user_ids: number[]; max_message_id: number }[]> {
  const rows = await ofUser.all(db, { user: userId })
  const participants = await participantsByKey(db, rows)
  return rows
    .filter(({ newest }) => newest > 0)
    .map(({ id, newest }) => ({
      user_ids: (participants.get(id) ?? []).filter((other) => other !== userId),
      max_message_id: newest,
    }))
    .toSorted((a, b) => b.max_message_id - a.max_message_id)
}
