import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { insertExport, listExports } from '#store/organization/data-exports.ts'
import { requireReach } from './export-reach.ts'
import { isOfOrganization, presentExport } from './present.ts'
import { countRecent, removeArchive } from './stored-archives.ts'
import { tellExports } from './tell-exports.ts'

/** At most so many exports in so many seconds; failed ones do not count. */
const limit = { exports: 5, seconds: 7 * 24 * 3600 }

/** Starts an export in the background and returns its id. Throws BAD_REQUEST if the caller cannot have it. */
export async function askForExport(call: Call, type: ExportType): Promise<number> {
  const { caller, directory, services, transact } = call
  requireReach(directory, type)
  return transact(async (tx) => {
    const rows = await listExports(tx.db, tx.organizationId)
    if (countRecent(rows.filter(isOfOrganization), tx.now, limit.seconds) >= limit.exports)
      throw badRequest(`Only ${limit.exports} exports can be asked for within a week.`)
    const id = await insertExport(tx, caller.id, { type })
    tx.audit('export.asked', { kind: 'export', id }, { type })
    await tellExports(tx, services, directory)
    return id
  })
}

/** Lists all exports of the organization. */
export async function findExports({ db, directory, services }: Call) {
  const rows = await listExports(db, directory.organization.id)
  return rows.filter(isOfOrganization).map((row) => presentExport(services, directory, row))
}

/** Deletes the archive of an export. Throws BAD_REQUEST for an unknown one. */
export async function deleteExport(call: Call, id: number): Promise<void> {
  const { directory, services, transact } = call
  const key = await transact(async (tx) => {
    const removed = await removeArchive(tx, id, isOfOrganization)
    await tellExports(tx, services, directory)
    return removed
  })
  await services.outside.blobs.remove([key])
}
