import type { Services } from '#call/services.ts'
import { isScattered, mergeParts } from '#store/search/search-upkeep.ts'

// Each step writes for some milliseconds, so that others need not wait longer.
const pagesPerStep = 32

const begun = new WeakSet<Services>()

/** Merges parts of the search index when there are many, at most `steps` steps further. */
export async function mergeIndex(services: Services, organizationId: number, steps: number): Promise<void> {
  let begins = !begun.has(services)
  if (begins && !(await isScattered(services.data.db))) return
  begun.add(services)
  for (let step = 0; step < steps; step++) {
    const begin = begins
    const hasMore = await services.data.transact(organizationId, (tx) => mergeParts(tx, pagesPerStep, begin))
    begins = false
    if (hasMore) continue
    begun.delete(services)
    return
  }
}
