import type { Db } from '#store/sql/db.ts'

/** More ids than this do not go into a query's condition. */
const mostIds = 1000

/**
 * Users who share a channel or a direct conversation with a user; the relation is symmetric. With `among`, only users
 * of these ids.
 */
export async function acquaintancesOf(
  db: Db,
  userId: number,
  among?: readonly number[],
): Promise<Set<number>> {
  return (await acquaintancesAmong(db, [userId], among)).get(userId) ?? new Set()
}

/**
 * For each of some users, the users who share a channel or a direct conversation with them; with `among`, only of these
 * ids.
 */
export async function acquaintancesAmong(
  db: Db,
  userIds: readonly number[],
  among?: readonly number[],
): Promise<Map<number, Set<number>>> {
  const known = new Map(userIds.map((id) => [id, new Set<number>()]))
  const wanted = among && new Set(among)
  if (wanted?.size === 0) return known
  const ids = [...known.keys()]
  for (let from = 0; from < ids.length; from += mostIds) {
    const pairs = await loadPairs(
      db,
      ids.slice(from, from + mostIds),
      wanted && wanted.size <= mostIds ? [...wanted] : undefined,
    )
    for (const { user_id, other_id } of pairs)
      if (!wanted || wanted.has(other_id)) known.get(user_id)?.add(other_id)
  }
  return known
}

const loadPairs = (db: Db, ids: readonly number[], among: readonly number[] | undefined) =>
  db
    .selectFrom('subscriptions as own')
    .innerJoin('subscriptions as other', 'other.channel_id', 'own.channel_id')
    .select(['own.user_id', 'other.user_id as other_id'])
    .where('own.user_id', 'in', ids)
    .where('own.is_active', '=', 1)
    .where('other.is_active', '=', 1)
    .$if(among !== undefined, (query) => query.where('other.user_id', 'in', among ?? []))
    .union(
      db
        .selectFrom('conversation_participants as own')
        .innerJoin('conversation_participants as other', 'other.conversation_id', 'own.conversation_id')
        .select(['own.user_id', 'other.user_id as other_id'])
        .where('own.user_id', 'in', ids)
        .$if(among !== undefined, (query) => query.where('other.user_id', 'in', among ?? [])),
    )
    .execute()
