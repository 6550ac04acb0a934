import { getBotStorage } from '@tagma/contract/endpoints/bots/get-bot-storage.ts'
import { handle } from '#call/call.ts'
import { requireCallingBot, readStorage } from '../storage.ts'

export const getBotStorageHandler = handle(getBotStorage, async ({ caller, db }, { keys }) => {
  const bot = requireCallingBot(caller)
  return { storage: await readStorage(db, bot, keys) }
})
