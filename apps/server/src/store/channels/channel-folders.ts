import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { ChannelFoldersTable } from '#store/sql/tables/channels.ts'

export type FolderRow = Selectable<ChannelFoldersTable>

const ofOrganization = prepared((db, p: { organization: number }) =>
  db
    .selectFrom('channel_folders')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .orderBy('position')
    .orderBy('id'),
)

/** All folders of an organization in their order, archived ones included. */
export function listFolders(db: Db, organizationId: number): Promise<FolderRow[]> {
  return ofOrganization.all(db, { organization: organizationId })
}

export function findFolder(db: Db, organizationId: number, id: number): Promise<FolderRow | undefined> {
  return db
    .selectFrom('channel_folders')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertFolder(
  tx: Tx,
  folder: Pick<FolderRow, 'name' | 'description' | 'rendered_description' | 'position' | 'creator_id'> &
    Partial<Pick<FolderRow, 'is_archived' | 'created_at'>>,
): Promise<FolderRow> {
  return tx.db
    .insertInto('channel_folders')
    .values({ is_archived: 0, created_at: tx.now, ...folder, organization_id: tx.organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateFolder(
  tx: Tx,
  id: number,
  change: Partial<
    Pick<FolderRow, 'name' | 'description' | 'rendered_description' | 'position' | 'is_archived'>
  >,
): Promise<void> {
  await tx.db
    .updateTable('channel_folders')
    .set(change)
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
}
