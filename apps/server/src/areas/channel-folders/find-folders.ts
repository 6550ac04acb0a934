import type { ChannelFolder } from '@tagma/contract/objects/channel-folder.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { listFolders } from '#store/channels/channel-folders.ts'
import type { Db } from '#store/sql/db.ts'
import { presentFolder } from './present.ts'

/** Lists the folders in their order; archived ones only if asked for. */
export async function findFolders(
  db: Db,
  { organization }: OrganizationDirectory,
  includeArchived: boolean,
): Promise<ChannelFolder[]> {
  return (await listFolders(db, organization.id))
    .filter((row) => includeArchived || row.is_archived === 0)
    .map(presentFolder)
}
