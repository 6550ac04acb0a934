import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** Seconds for which a network counts as known: people sign in rarely, because API keys last. */
const knownSeconds = 90 * 24 * 3600

/**
 * Time at which a user last signed in from a network (`networkOf` of an address), in UNIX seconds, exact to a day;
 * undefined if that is more than 90 days before `now`.
 */
export async function lastSeenIn(
  db: Db,
  userId: number,
  network: string,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sign_in_networks')
    .select('seen_at')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .where('seen_at', '>=', now - knownSeconds)
    .executeTakeFirst()
  return row?.seen_at
}

/** Stores a user's sign-in from a network; deletes networks without a sign-in for long. */
export async function noteNetwork(tx: Tx, userId: number, network: string): Promise<void> {
  await tx.db
    .insertInto('sign_in_networks')
    .values({ user_id: userId, organization_id: tx.organizationId, network, seen_at: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: tx.now }))
    .execute()
  await tx.db
    .deleteFrom('sign_in_networks')
    .where('organization_id', '=', tx.organizationId)
    .where('seen_at', '<', tx.now - knownSeconds)
    .execute()
}

/** Deletes the networks that a user has signed in from. */
export async function forgetNetworks(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('sign_in_networks').where('user_id', '=', userId).execute()
}
