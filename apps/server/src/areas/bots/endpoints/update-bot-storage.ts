import { updateBotStorage } from '@tagma/contract/endpoints/bots/update-bot-storage.ts'
import { handle } from '#call/call.ts'
import { addToStorage, checkIsBot } from '../storage.ts'

export const updateBotStorageHandler = handle(updateBotStorage, async ({ caller, transact }, { storage }) => {
  checkIsBot(caller)
  await transact((tx) => addToStorage(tx, caller, storage))
  return {}
})
