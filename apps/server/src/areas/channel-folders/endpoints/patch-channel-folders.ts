import { patchChannelFolders } from '@tagma/contract/endpoints/channel-folders/patch-channel-folders.ts'
import { handle } from '#call/call.ts'
import { orderFolders } from '../change-folders.ts'

export const patchChannelFoldersHandler = handle(patchChannelFolders, async ({ transact }, { order }) => {
  await transact((tx) => orderFolders(tx, order))
  return {}
})
