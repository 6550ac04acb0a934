import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** Returns the sealed tokens of a user; undefined if they have connected no account. */
export async function findWebexToken(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('webex_tokens')
    .select('sealed')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.sealed
}

/** Saves the sealed tokens of a user, replacing earlier ones. */
export async function saveWebexToken(tx: Tx, userId: number, sealed: string): Promise<void> {
  await tx.db
    .insertInto('webex_tokens')
    .values({ user_id: userId, sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed }))
    .execute()
}

/** Replaces the tokens of a user, unless others were saved meanwhile. */
export async function replaceWebexToken(
  tx: Tx,
  userId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.db
    .updateTable('webex_tokens')
    .set({ sealed: to })
    .where('user_id', '=', userId)
    .where('sealed', '=', from)
    .execute()
}

/** Deletes the tokens of a user, unless others were saved meanwhile. Returns whether they were deleted. */
export async function deleteWebexToken(tx: Tx, userId: number, sealed: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('webex_tokens')
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
