import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { type FolderRow, insertFolder, listFolders, updateFolder } from '#store/channels/channel-folders.ts'
import type { Tx } from '#store/log/tx.ts'
import { presentFolder } from './present.ts'

/** Makes a folder after all others and returns its id. */
export async function createFolder(
  tx: Tx,
  caller: UserRecord,
  folder: { name: string; description: string; renderedDescription: string },
): Promise<number> {
  const folders = await listFolders(tx.db, tx.organizationId)
  requireFreeName(folders, folder.name)
  const row = await insertFolder(tx, {
    name: folder.name,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    position: Math.max(-1, ...folders.map((other) => other.position)) + 1,
    creator_id: caller.id,
  })
  tx.emit({ type: 'channel_folder', op: 'add', channel_folder: presentFolder(row) }, { everyone: true })
  return row.id
}

export interface FolderChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** Rendering of `description`. */
  readonly renderedDescription?: string | undefined
  readonly isArchived?: boolean | undefined
}

/** Changes a folder. Refuses to archive a folder that contains channels. */
export async function changeFolder(
  tx: Tx,
  directory: OrganizationDirectory,
  id: number,
  { name, description, renderedDescription, isArchived }: FolderChange,
): Promise<void> {
  const folders = await listFolders(tx.db, tx.organizationId)
  const folder = folders.find((row) => row.id === id)
  if (!folder) throw badRequest('Invalid channel folder ID')
  const staysArchived = isArchived ?? folder.is_archived === 1
  // The name may have been taken while the folder was archived.
  if (!staysArchived && (name !== undefined || isArchived === false))
    requireFreeName(
      folders.filter((row) => row.id !== id),
      name ?? folder.name,
    )
  if (isArchived && [...directory.channels.values()].some((channel) => channel.folderId === id))
    throw badRequest('You need to remove all the channels from this folder to archive it.')
  const data = {
    ...(name === undefined || name === folder.name ? {} : { name }),
    ...(description === undefined || description === folder.description
      ? {}
      : {
          description,
          rendered_description: must(renderedDescription, 'a new description was not rendered'),
        }),
  }
  const turns = isArchived !== undefined && isArchived !== (folder.is_archived === 1)
  if (Object.keys(data).length === 0 && !turns) return
  await updateFolder(tx, id, { ...data, ...(turns ? { is_archived: isArchived ? 1 : 0 } : {}) })
  tx.emit(
    {
      type: 'channel_folder',
      op: 'update',
      channel_folder_id: id,
      data: { ...data, ...(turns ? { is_archived: isArchived } : {}) },
    },
    { everyone: true },
  )
}

/** Sets the order of all folders. */
export async function orderFolders(tx: Tx, order: readonly number[]): Promise<void> {
  const folders = await listFolders(tx.db, tx.organizationId)
  const ids = new Set(folders.map((row) => row.id))
  if (order.length !== ids.size || new Set(order).size !== ids.size || order.some((id) => !ids.has(id)))
    throw badRequest('Invalid order: it has to name every channel folder once, archived ones included.')
  for (const [position, id] of order.entries()) await updateFolder(tx, id, { position })
  tx.emit({ type: 'channel_folder', op: 'reorder', order: [...order] }, { everyone: true })
}

function requireFreeName(folders: readonly FolderRow[], name: string): void {
  const isTaken = folders.some(
    (row) => row.is_archived === 0 && row.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) throw badRequest('Channel folder name already in use')
}
