import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { type DataExportRow, listExports, updateExport } from '#store/organization/data-exports.ts'

/** Counts exports of the last seconds; failed ones do not count. */
export const countRecent = (rows: readonly DataExportRow[], now: number, seconds: number): number =>
  rows.filter((row) => row.failed_at === null && row.asked_at > now - seconds).length

/**
 * Takes the archive from an export and returns the key of the blob, which is to be deleted after the commit. Throws
 * BAD_REQUEST for an export that `isMeant` does not mean, or that has no archive.
 */
export async function removeArchive(
  tx: Tx,
  id: number,
  isMeant: (row: DataExportRow) => boolean,
): Promise<string> {
  const row = (await listExports(tx.db, tx.organizationId)).find((one) => one.id === id)
  if (!row || !isMeant(row)) throw badRequest('Invalid data export ID')
  if (row.deleted_at !== null) throw badRequest('Export already deleted')
  if (row.failed_at !== null) throw badRequest('Export failed, nothing to delete')
  if (row.made_at === null || row.blob_key === null) throw badRequest('Export still in progress')
  await updateExport(tx, id, { deleted_at: tx.now, blob_key: null })
  tx.audit('export.deleted', { kind: 'export', id })
  return row.blob_key
}
