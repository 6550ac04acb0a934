import { administratorIds } from '#areas/groups/administrators.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Services } from '#server/call.ts'
import { listExports } from '#store/data-exports.ts'
import type { Tx } from '#store/transactions.ts'
import { presentExport } from './present.ts'

/** Tells administrators which exports there are now. */
export async function tellExports(
  tx: Tx,
  services: Pick<Services, 'config'>,
  directory: OrganizationDirectory,
): Promise<void> {
  const rows = await listExports(tx.db, tx.organizationId)
  tx.emit(
    { type: 'realm_export', exports: rows.map((row) => presentExport(services, directory, row)) },
    { users: administratorIds(directory) },
  )
}
