import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { listExports, updateExport } from '#store/organization/data-exports.ts'
import { isOfOrganization } from './present.ts'
import { tellArchives, tellExports } from './tell-exports.ts'

/**
 * Deletes all archives when a person's data is removed, because they may contain it. Returns the keys of the blobs to
 * delete after the commit.
 */
export async function deleteArchives(
  tx: Tx,
  services: Uses<'config'>,
  directory: OrganizationDirectory,
): Promise<string[]> {
  const keys: string[] = []
  let isListed = false
  for (const row of await listExports(tx.db, tx.organizationId)) {
    if (row.blob_key === null) continue
    await updateExport(tx, row.id, { deleted_at: tx.now, blob_key: null })
    keys.push(row.blob_key)
    if (isOfOrganization(row)) isListed = true
    else tellArchives(tx, directory, row)
  }
  if (isListed) await tellExports(tx, services, directory)
  return keys
}
