import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { insertExport, listExports, updateExport } from '#store/organization/data-exports.ts'
import { consentingUsers } from './consents.ts'
import { presentExport } from './present.ts'
import { tellExports } from './tell-exports.ts'

/** At most so many exports in so many seconds; failed ones do not count. */
const limit = { exports: 5, seconds: 7 * 24 * 3600 }

/** Starts an export in the background and returns its id. Throws BAD_REQUEST if the caller cannot have it. */
export async function askForExport(call: Call, type: ExportType): Promise<number> {
  const { caller, directory, services, transact } = call
  if (type === 'full_with_consent' && !consentingUsers(directory).some(isOwner))
    throw badRequest('At least one owner of the organization has to allow the export of their private data.')
  if (type === 'full_without_consent' && !directory.organization.settings.owner_full_content_access)
    throw badRequest('This organization does not allow an export of all private data.')
  return transact(async (tx) => {
    const recent = (await listExports(tx.db, tx.organizationId)).filter(
      (row) => row.failed_at === null && row.asked_at > tx.now - limit.seconds,
    )
    if (recent.length >= limit.exports)
      throw badRequest(`Only ${limit.exports} exports can be asked for within a week.`)
    const id = await insertExport(tx, caller.id, type)
    tx.audit('export.asked', { kind: 'export', id }, { type })
    await tellExports(tx, services, directory)
    return id
  })
}

/** Lists all exports of the organization. */
export async function findExports({ db, directory, services }: Call) {
  const rows = await listExports(db, directory.organization.id)
  return rows.map((row) => presentExport(services, directory, row))
}

/** Deletes the archive of an export. Throws BAD_REQUEST for an unknown one. */
export async function deleteExport(call: Call, id: number): Promise<void> {
  const { directory, services, transact } = call
  const key = await transact(async (tx) => {
    const row = (await listExports(tx.db, tx.organizationId)).find((one) => one.id === id)
    if (!row) throw badRequest('Invalid data export ID')
    if (row.deleted_at !== null) throw badRequest('Export already deleted')
    if (row.failed_at !== null) throw badRequest('Export failed, nothing to delete')
    if (row.made_at === null || row.blob_key === null) throw badRequest('Export still in progress')
    await updateExport(tx, id, { deleted_at: tx.now, blob_key: null })
    tx.audit('export.deleted', { kind: 'export', id })
    await tellExports(tx, services, directory)
    return row.blob_key
  })
  await services.outside.blobs.remove([key])
}
