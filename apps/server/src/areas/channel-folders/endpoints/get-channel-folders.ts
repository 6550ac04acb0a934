import { getChannelFolders } from '@tagma/contract/endpoints/channel-folders/get-channel-folders.ts'
import { handle } from '#call/call.ts'
import { findFolders } from '../find-folders.ts'

export const getChannelFoldersHandler = handle(
  getChannelFolders,
  async ({ db, directory }, { include_archived }) => ({
    channel_folders: await findFolders(db, directory, include_archived),
  }),
)
