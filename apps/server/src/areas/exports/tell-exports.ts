import { isOwner } from '@tagma/rules/roles.ts'
import { administratorIds } from '#areas/groups/administrators.ts'
import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { type DataExportRow, listExports } from '#store/organization/data-exports.ts'
import { isOfOrganization, presentExport } from './present.ts'

/** Tells administrators which exports there are now. */
export async function tellExports(
  tx: Tx,
  services: Uses<'config'>,
  directory: OrganizationDirectory,
): Promise<void> {
  const rows = await listExports(tx.db, tx.organizationId)
  tx.emit(
    {
      type: 'realm_export',
      exports: rows.filter(isOfOrganization).map((row) => presentExport(services, directory, row)),
    },
    { users: administratorIds(directory) },
  )
}

/** Tells of a change of an export with a query: the person whose data it is, or the owners. */
export function tellArchives(
  tx: Tx,
  { users }: OrganizationDirectory,
  { type, acting_user_id }: Pick<DataExportRow, 'type' | 'acting_user_id'>,
): void {
  const owners = () =>
    [...users.values()].flatMap((user) =>
      user.isActive && user.botType === null && isOwner(user) ? [user.id] : [],
    )
  const isOwn = type === 'person'
  tx.emit(
    { type: 'tagma_exports', kind: isOwn ? 'own' : 'compliance' },
    { users: isOwn ? [acting_user_id] : owners() },
  )
}
