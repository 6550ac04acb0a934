import { createHash } from 'node:crypto'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

export interface EmailChange {
  readonly userId: number
  readonly newEmail: string
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Stores a user's wish for another address, replacing an earlier wish. `expiresAt` is UNIX seconds. */
export async function insertEmailChange(
  tx: Tx,
  token: string,
  change: EmailChange,
  expiresAt: number,
): Promise<void> {
  await tx.db.deleteFrom('email_changes').where('user_id', '=', change.userId).execute()
  await tx.db
    .insertInto('email_changes')
    .values({
      token_hash: hashOf(token),
      user_id: change.userId,
      new_email: change.newEmail,
      expires_at: expiresAt,
    })
    .execute()
}

/**
 * Finds the change that a link confirms; undefined for an unknown link, or one that has expired at `now` (UNIX
 * seconds).
 */
export async function findEmailChange(db: Db, token: string, now: number): Promise<EmailChange | undefined> {
  const row = await db
    .selectFrom('email_changes')
    .select(['user_id', 'new_email'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: row.user_id, newEmail: row.new_email }
}

export async function deleteEmailChange(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}
