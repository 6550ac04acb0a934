import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Sign-ins by a provider whose address it did not verify, in a row and up to the last one. They are counted as far as
 * `mostUnverified`: the doctor then says what to do.
 */
export const mostUnverified = 20

/** Sign-ins of a provider in a row without a verified address. */
export async function countUnverified(db: Db, organizationId: number, provider: string): Promise<number> {
  const row = await db
    .selectFrom('unverified_arrivals')
    .select('count')
    .where('organization_id', '=', organizationId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function keepUnverified(tx: Tx, provider: string, count: number): Promise<void> {
  await tx.db
    .insertInto('unverified_arrivals')
    .values({ organization_id: tx.organizationId, provider, count })
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider']).doUpdateSet({ count }))
    .execute()
}

/** The providers that have verified no address in their last 20 sign-ins, with the names of the organizations. */
export async function listUnverifying(
  db: Db,
): Promise<{ readonly provider: string; readonly organization: string }[]> {
  return db
    .selectFrom('unverified_arrivals')
    .innerJoin('organizations', 'organizations.id', 'unverified_arrivals.organization_id')
    .select(['unverified_arrivals.provider', 'organizations.name as organization'])
    .where('unverified_arrivals.count', '>=', mostUnverified)
    .where('organizations.deactivated_at', 'is', null)
    .orderBy('unverified_arrivals.provider')
    .orderBy('organizations.id')
    .execute()
}

/** The providers of an organization that have verified no address in their last 20 sign-ins. */
export async function listUnverifyingOf(db: Db, organizationId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('unverified_arrivals')
    .select('provider')
    .where('organization_id', '=', organizationId)
    .where('count', '>=', mostUnverified)
    .execute()
  return new Set(rows.map(({ provider }) => provider))
}
