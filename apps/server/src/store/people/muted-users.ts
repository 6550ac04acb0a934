import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

export interface MutedUser {
  readonly id: number
  /** UNIX seconds. */
  readonly timestamp: number
}

const ofUser = prepared((db, p: { user: number }) =>
  db.selectFrom('muted_users').selectAll().where('user_id', '=', p.user).orderBy('muted_user_id'),
)

/** Users that a user has muted, by id. */
export async function loadMutedUsers(db: Db, userId: number): Promise<MutedUser[]> {
  const rows = await ofUser.all(db, { user: userId })
  return rows.map((row) => ({ id: row.muted_user_id, timestamp: row.muted_at }))
}

/** Users who have muted a user, and users that the user has muted. */
export async function usersApart(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('muted_users')
    .select(['user_id', 'muted_user_id'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('muted_user_id', '=', userId)]))
    .execute()
  return new Set(rows.flatMap((row) => [row.user_id, row.muted_user_id]).filter((id) => id !== userId))
}

export async function insertMutedUser(tx: Tx, userId: number, mutedId: number): Promise<void> {
  await tx.db
    .insertInto('muted_users')
    .values({ user_id: userId, muted_user_id: mutedId, muted_at: tx.now })
    .execute()
}

export async function deleteMutedUser(tx: Tx, userId: number, mutedId: number): Promise<void> {
  await tx.db
    .deleteFrom('muted_users')
    .where('user_id', '=', userId)
    .where('muted_user_id', '=', mutedId)
    .execute()
}
