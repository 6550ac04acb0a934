import { administratorIds } from '#areas/groups/administrators.ts'
import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { listExports } from '#store/organization/data-exports.ts'
import { presentExport } from './present.ts'

/** Tells administrators which exports there are now. */
export async function tellExports(
  tx: Tx,
  services: Uses<'config'>,
  directory: OrganizationDirectory,
): Promise<void> {
  const rows = await listExports(tx.db, tx.organizationId)
  tx.emit(
    { type: 'realm_export', exports: rows.map((row) => presentExport(services, directory, row)) },
    { users: administratorIds(directory) },
  )
}
