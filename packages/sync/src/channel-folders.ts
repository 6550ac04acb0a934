import type { Payload } from '@tagma/contract/define.ts'
import type {
  channelFolderAddEvent,
  channelFolderReorderEvent,
  channelFolderUpdateEvent,
} from '@tagma/contract/events/channel-folder.ts'
import type { State } from './state.ts'

type FolderEvent =
  | Payload<typeof channelFolderAddEvent>
  | Payload<typeof channelFolderUpdateEvent>
  | Payload<typeof channelFolderReorderEvent>

/** Takes in changes of channel folders. */
export function applyChannelFolder(state: State, event: FolderEvent): State {
  const folders = state.channel_folders
  if (!folders) return state
  switch (event.op) {
    case 'add':
      return { ...state, channel_folders: [...folders, event.channel_folder] }
    case 'update':
      return {
        ...state,
        channel_folders: folders.map((folder) =>
          folder.id === event.channel_folder_id ? { ...folder, ...event.data } : folder,
        ),
      }
    case 'reorder':
      return {
        ...state,
        channel_folders: folders
          .map((folder) => ({ ...folder, order: event.order.indexOf(folder.id) }))
          .toSorted((a, b) => a.order - b.order),
      }
  }
}
