import type { Db } from './db.ts'

/**
 * The users who share a channel or a direct conversation with a user: a relation that holds both ways. With `among`,
 * those of these ids.
 */
export async function acquaintancesOf(
  db: Db,
  userId: number,
  among?: readonly number[],
): Promise<Set<number>> {
  if (among?.length === 0) return new Set()
  const rows = await db
    .selectFrom('subscriptions as own')
    .innerJoin('subscriptions as other', 'other.channel_id', 'own.channel_id')
    .select('other.user_id')
    .where('own.user_id', '=', userId)
    .where('own.is_active', '=', 1)
    .where('other.is_active', '=', 1)
    .$if(among !== undefined, (query) => query.where('other.user_id', 'in', among ?? []))
    .union(
      db
        .selectFrom('conversation_participants as own')
        .innerJoin('conversation_participants as other', 'other.conversation_id', 'own.conversation_id')
        .select('other.user_id')
        .where('own.user_id', '=', userId)
        .$if(among !== undefined, (query) => query.where('other.user_id', 'in', among ?? [])),
    )
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** For each of some users, the ids of those among others who share a channel or a direct conversation with them. */
export async function acquaintancesAmong(
  db: Db,
  userIds: readonly number[],
  others: readonly number[],
): Promise<Map<number, Set<number>>> {
  const known = new Map(userIds.map((id) => [id, new Set<number>()]))
  if (userIds.length === 0 || others.length === 0) return known
  const rows = await db
    .selectFrom('subscriptions as own')
    .innerJoin('subscriptions as other', 'other.channel_id', 'own.channel_id')
    .select(['own.user_id', 'other.user_id as other_id'])
    .where('own.user_id', 'in', userIds)
    .where('other.user_id', 'in', others)
    .where('own.is_active', '=', 1)
    .where('other.is_active', '=', 1)
    .union(
      db
        .selectFrom('conversation_participants as own')
        .innerJoin('conversation_participants as other', 'other.conversation_id', 'own.conversation_id')
        .select(['own.user_id', 'other.user_id as other_id'])
        .where('own.user_id', 'in', userIds)
        .where('other.user_id', 'in', others),
    )
    .execute()
  for (const row of rows) known.get(row.user_id)?.add(row.other_id)
  return known
}
