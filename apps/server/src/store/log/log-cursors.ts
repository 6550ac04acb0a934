import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { Tx } from './tx.ts'

const one = prepared((db, p: { organization: number; job: string }) =>
  db
    .selectFrom('log_cursors')
    .select('position')
    .where('organization_id', '=', p.organization)
    .where('job', '=', p.job),
)

/** Position of a job in an organization's log; 0 before its start. */
export async function logCursor(db: Db, organizationId: number, job: string): Promise<number> {
  return (await one.first(db, { organization: organizationId, job }))?.position ?? 0
}

const jobOfVersion = (version: string) => `version ${version}`

/** Tells whether it was noted that an organization is served by a version of the server. */
export const isVersionNoted = async (db: Db, organizationId: number, version: string): Promise<boolean> =>
  (await logCursor(db, organizationId, jobOfVersion(version))) > 0

/** Notes that an organization is served by a version of the server. Returns false if that was noted before. */
export const noteVersion = (tx: Tx, version: string): Promise<boolean> =>
  moveLogCursor(tx, jobOfVersion(version), 0, 1)

/**
 * Moves a job's cursor. Returns false, and changes nothing, if another process has moved it meanwhile. So the job's
 * writes in the same transaction happen exactly once.
 */
export async function moveLogCursor(tx: Tx, job: string, from: number, to: number): Promise<boolean> {
  if ((await logCursor(tx.db, tx.organizationId, job)) !== from) return false
  await tx.db
    .insertInto('log_cursors')
    .values({ organization_id: tx.organizationId, job, position: to })
    .onConflict((conflict) => conflict.columns(['organization_id', 'job']).doUpdateSet({ position: to }))
    .execute()
  return true
}
