import type { ChannelFolder } from '@tagma/contract/objects/channel-folder.ts'
import type { FolderRow } from '#store/channels/channel-folders.ts'

export const presentFolder = (row: FolderRow): ChannelFolder => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rendered_description: row.rendered_description,
  date_created: row.created_at,
  creator_id: row.creator_id,
  order: row.position,
  is_archived: row.is_archived === 1,
})
