import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { listExports, updateExport } from '#store/organization/data-exports.ts'
import { tellExports } from './tell-exports.ts'

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
  for (const { id, blob_key } of await listExports(tx.db, tx.organizationId)) {
    if (blob_key === null) continue
    await updateExport(tx, id, { deleted_at: tx.now, blob_key: null })
    keys.push(blob_key)
  }
  if (keys.length > 0) await tellExports(tx, services, directory)
  return keys
}
