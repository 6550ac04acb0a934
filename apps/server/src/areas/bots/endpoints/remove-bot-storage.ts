import { removeBotStorage } from '@tagma/contract/endpoints/bots/remove-bot-storage.ts'
import { handle } from '#call/call.ts'
import { requireCallingBot, removeFromStorage } from '../storage.ts'

export const removeBotStorageHandler = handle(removeBotStorage, async ({ caller, transact }, { keys }) => {
  const bot = requireCallingBot(caller)
  await transact((tx) => removeFromStorage(tx, bot, keys))
  return {}
})
