import type { Uses } from '#call/services.ts'
import { countUnverified, keepUnverified, mostUnverified } from '#store/people/unverified-arrivals.ts'

/** Counts a sign-in whose address the provider did not verify; one with a verified address begins again. */
export async function noteArrival(
  { data }: Uses<'data'>,
  organizationId: number,
  { provider, isVerified }: { readonly provider: string; readonly isVerified: boolean },
): Promise<void> {
  const before = await countUnverified(data.db, organizationId, provider)
  const count = isVerified ? 0 : Math.min(before + 1, mostUnverified)
  if (count === before) return
  await data.transact(organizationId, (tx) => keepUnverified(tx, provider, count))
}
