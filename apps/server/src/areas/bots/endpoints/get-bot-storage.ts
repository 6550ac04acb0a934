import { getBotStorage } from '@tagma/contract/endpoints/bots/get-bot-storage.ts'
import { handle } from '#call/call.ts'
import { checkIsBot, readStorage } from '../storage.ts'

export const getBotStorageHandler = handle(getBotStorage, async ({ caller, db }, { keys }) => {
  checkIsBot(caller)
  return { storage: await readStorage(db, caller, keys) }
})
