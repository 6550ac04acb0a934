import { limits } from '@tagma/contract/limits.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type { FolderRecord, Key } from '@tagma/importers/record.ts'
import { UniqueNames } from '@tagma/importers/unique-names.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { insertFolder } from '#store/channels/channel-folders.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Links } from './links.ts'
import type { MappedIds } from './mapped-ids.ts'

interface Context {
  readonly ids: MappedIds
  readonly links: Links
  readonly directory: OrganizationDirectory
  readonly losses: Losses
}

/** Writes the folders of channels, and returns their ids. */
export async function importFolders(
  tx: Tx,
  records: readonly FolderRecord[],
  { ids, links, directory, losses }: Context,
): Promise<Map<Key, number>> {
  const folders = new Map<Key, number>()
  const names = new UniqueNames()
  for (const [position, folder] of records.entries()) {
    // Archived folders may share names.
    const taking = folder.isArchived ? new UniqueNames() : names
    const name = taking.take(folder.name.trim() || 'folder', limits.maxFolderNameLength)
    losses.read('folders')
    if (name !== folder.name) losses.mend('folders', 'name_changed', 'state', `${folder.name} → ${name}`)
    const description = [...links.rewrite(folder.description)]
      .slice(0, limits.maxFolderDescriptionLength)
      .join('')
    const { id } = await insertFolder(tx, {
      name,
      description,
      rendered_description: await renderDescription(directory, description),
      position,
      creator_id: (folder.creator === null ? undefined : ids.users.get(folder.creator)) ?? null,
      is_archived: folder.isArchived ? 1 : 0,
      created_at: folder.createdAt,
    })
    folders.set(folder.key, id)
  }
  return folders
}
