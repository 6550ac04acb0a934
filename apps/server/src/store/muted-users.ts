import type { Db } from './db.ts'
import type { Tx } from './transactions.ts'

export interface MutedUser {
  readonly id: number
  /** UNIX seconds. */
  readonly timestamp: number
}

/** Whom a user has muted, in the order of their ids. */
export async function loadMutedUsers(db: Db, userId: number): Promise<MutedUser[]> {
  const rows = await db
    .selectFrom('muted_users')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('muted_user_id')
    .execute()
  return rows.map((row) => ({ id: row.muted_user_id, timestamp: row.muted_at }))
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
