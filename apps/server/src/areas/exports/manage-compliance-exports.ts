import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { type DataExportRow, insertExport, listExports } from '#store/organization/data-exports.ts'
import { requireComplianceQuery } from './compliance-query.ts'
import { type ComplianceQuery, presentComplianceExport } from './present.ts'
import { countRecent, removeArchive } from './stored-archives.ts'
import { tellArchives } from './tell-exports.ts'

/** At most so many compliance exports in so many seconds. */
const limit = { exports: 20, seconds: 7 * 24 * 3600 }

const isCompliance = ({ type }: DataExportRow): boolean => type === 'compliance'

/** Starts a compliance export and returns its id. Throws BAD_REQUEST if the owner cannot have it. */
export async function askForComplianceExport(call: Call, query: ComplianceQuery): Promise<number> {
  const { caller, db, directory, transact } = call
  await requireComplianceQuery(db, directory, query)
  return transact(async (tx) => {
    const rows = (await listExports(tx.db, tx.organizationId)).filter(isCompliance)
    if (countRecent(rows, tx.now, limit.seconds) >= limit.exports)
      throw badRequest(`Only ${limit.exports} compliance exports can be asked for within a week.`)
    const id = await insertExport(tx, caller.id, { type: 'compliance', query: JSON.stringify(query) })
    tx.audit('export.asked', { kind: 'export', id }, { type: 'compliance', query })
    tellArchives(tx, directory, { type: 'compliance', acting_user_id: caller.id })
    return id
  })
}

/** Lists all compliance exports of the organization. */
export async function findComplianceExports({ db, directory, services }: Call) {
  const rows = await listExports(db, directory.organization.id)
  return rows.filter(isCompliance).map((row) => presentComplianceExport(services, directory, row))
}

/** Deletes the archive of a compliance export. Throws BAD_REQUEST for an unknown one. */
export async function deleteComplianceExport(
  { caller, directory, services, transact }: Call,
  id: number,
): Promise<void> {
  const key = await transact(async (tx) => {
    const removed = await removeArchive(tx, id, isCompliance)
    tellArchives(tx, directory, { type: 'compliance', acting_user_id: caller.id })
    return removed
  })
  await services.outside.blobs.remove([key])
}
