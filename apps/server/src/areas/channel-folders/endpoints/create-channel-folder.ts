import { createChannelFolder } from '@tagma/contract/endpoints/channel-folders/create-channel-folder.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { handle } from '#call/call.ts'
import { createFolder } from '../change-folders.ts'

export const createChannelFolderHandler = handle(
  createChannelFolder,
  async ({ caller, directory, transact }, args) => {
    const renderedDescription = await renderDescription(directory, args.description)
    return {
      channel_folder_id: await transact((tx) => createFolder(tx, caller, { ...args, renderedDescription })),
    }
  },
)
