import { updateBotStorage } from '@tagma/contract/endpoints/bots/update-bot-storage.ts'
import { handle } from '#call/call.ts'
import { addToStorage, requireCallingBot } from '../storage.ts'

export const updateBotStorageHandler = handle(updateBotStorage, async ({ caller, transact }, { storage }) => {
  const bot = requireCallingBot(caller)
  await transact((tx) => addToStorage(tx, bot, storage))
  return {}
})
