import type { Tx } from '#store/log/tx.ts'
import { tokenHash } from '#store/sql/token-hash.ts'

/**
 * Uses up the id of a token that counts once. Returns false if it was used before. The row goes by itself after a time in
 * UNIX seconds, from which on the token must be refused for its age.
 */
export async function spendId(tx: Tx, id: string, expiresAt: number): Promise<boolean> {
  await tx.db
    .deleteFrom('spent_ids')
    .where('organization_id', '=', tx.organizationId)
    .where('expires_at', '<=', tx.now)
    .execute()
  const { numInsertedOrUpdatedRows = 0n } = await tx.db
    .insertInto('spent_ids')
    .values({ organization_id: tx.organizationId, id_hash: tokenHash(id), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
