import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/** Stores the secret of a link that sets a user's password. */
export async function insertPasswordReset(
  tx: Tx,
  userId: number,
  token: string,
  expiresAt: number,
): Promise<void> {
  await tx.db
    .insertInto('password_resets')
    .values({ token_hash: tokenHash(token), user_id: userId, expires_at: expiresAt })
    .execute()
}

/** Finds the user whose password a valid link sets. `now` is UNIX seconds. */
export async function findPasswordReset(db: Db, token: string, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id
}

export async function deletePasswordResets(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
