import type { Db } from './db.ts'

/** The users who share a channel or a direct conversation with a user: a relation that holds both ways. */
export async function acquaintancesOf(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('subscriptions as own')
    .innerJoin('subscriptions as other', 'other.channel_id', 'own.channel_id')
    .select('other.user_id')
    .where('own.user_id', '=', userId)
    .where('own.is_active', '=', 1)
    .where('other.is_active', '=', 1)
    .union(
      db
        .selectFrom('conversation_participants as own')
        .innerJoin('conversation_participants as other', 'other.conversation_id', 'own.conversation_id')
        .select('other.user_id')
        .where('own.user_id', '=', userId),
    )
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
