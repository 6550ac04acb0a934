import { regenerateBotApiKey } from '@tagma/contract/endpoints/bots/regenerate-bot-api-key.ts'
import { replaceApiKey } from '#areas/accounts/replace-api-key.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'

export const regenerateBotApiKeyHandler = handle(regenerateBotApiKey, async (call, { bot_id }) => ({
  api_key: await replaceApiKey(call, findBot(call.directory, call.caller, bot_id), false),
}))
