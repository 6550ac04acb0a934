import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** The last sign-in by a provider that did not succeed. */
export interface ProviderTrouble {
  readonly provider: string
  /** Code of the page that said so. */
  readonly code: string
  /** The reason, where the provider's answer was not in order; otherwise empty. */
  readonly detail: string
  /** UNIX seconds. */
  readonly at: number
}

/** Keeps why a sign-in did not succeed, in the place of the one before. */
export async function noteProviderTrouble(
  tx: Tx,
  { provider, code, detail }: Omit<ProviderTrouble, 'at'>,
): Promise<void> {
  const news = { code, detail, at: tx.now }
  await tx.db
    .insertInto('provider_troubles')
    .values({ organization_id: tx.organizationId, provider, ...news })
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider']).doUpdateSet(news))
    .execute()
}

/** Lists the last trouble of each provider of an organization. */
export async function listProviderTroubles(db: Db, organizationId: number): Promise<ProviderTrouble[]> {
  return db
    .selectFrom('provider_troubles')
    .select(['provider', 'code', 'detail', 'at'])
    .where('organization_id', '=', organizationId)
    .execute()
}
