import { removeBotStorage } from '@tagma/contract/endpoints/bots/remove-bot-storage.ts'
import { handle } from '#call/call.ts'
import { checkIsBot, removeFromStorage } from '../storage.ts'

export const removeBotStorageHandler = handle(removeBotStorage, async ({ caller, transact }, { keys }) => {
  checkIsBot(caller)
  await transact((tx) => removeFromStorage(tx, caller, keys))
  return {}
})
