import { getBotApiKey } from '@tagma/contract/endpoints/bots/get-bot-api-key.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'

export const getBotApiKeyHandler = handle(getBotApiKey, async ({ caller, directory }, { bot_id }) => ({
  api_key: findBot(directory, caller, bot_id).apiKey,
}))
