import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

/** Place up to which a database has an organization's messages and their search index. */
export interface Standing {
  /** Newest row of the log. */
  readonly log: number
  /** Messages up to this one are in the index. */
  readonly indexed: number
  /** Oldest row of `search_stale`; null for an empty table. */
  readonly oldestStale: number | null
}

const standing = prepared((db, p: { organization: number }) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('event_log')
      .select('id')
      .where('organization_id', '=', p.organization)
      .orderBy('id', 'desc')
      .limit(1)
      .as('log'),
    eb
      .selectFrom('search_progress')
      .select('through')
      .where('organization_id', '=', p.organization)
      .as('indexed'),
    eb
      .selectFrom('search_stale')
      .select('id')
      .where('organization_id', '=', p.organization)
      .orderBy('id')
      .limit(1)
      .as('oldestStale'),
  ]),
)

/** Reads an organization's standing in one statement. */
export async function standingOf(db: Db, organizationId: number): Promise<Standing> {
  const row = await standing.first(db, { organization: organizationId })
  return { log: row?.log ?? 0, indexed: row?.indexed ?? 0, oldestStale: row?.oldestStale ?? null }
}

/**
 * Tells whether a replica has all that its primary had. A replica repeats the commits of its primary in their order, and
 * log ids rise in the order of commits. So a later log row proves that everything before it has arrived. Indexing adds no
 * log row: while the logs are equal, the index is compared.
 */
export function hasReached(replica: Standing, primary: Standing): boolean {
  if (replica.log !== primary.log) return replica.log > primary.log
  const isStale =
    replica.oldestStale !== null &&
    (primary.oldestStale === null || replica.oldestStale < primary.oldestStale)
  return replica.indexed >= primary.indexed && !isStale
}
