import { updateChannelFolder } from '@tagma/contract/endpoints/channel-folders/update-channel-folder.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { handle } from '#call/call.ts'
import { changeFolder } from '../change-folders.ts'

export const updateChannelFolderHandler = handle(
  updateChannelFolder,
  async ({ directory, transact }, { channel_folder_id, name, description, is_archived }) => {
    const renderedDescription =
      description === undefined ? undefined : await renderDescription(directory, description)
    await transact((tx) =>
      changeFolder(tx, directory, channel_folder_id, {
        name,
        description,
        renderedDescription,
        isArchived: is_archived,
      }),
    )
    return {}
  },
)
