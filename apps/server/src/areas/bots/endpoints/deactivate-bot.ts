import { deactivateBot } from '@tagma/contract/endpoints/bots/deactivate-bot.ts'
import { removeUser } from '#areas/accounts/remove-user.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'

export const deactivateBotHandler = handle(deactivateBot, async (call, { bot_id }) => {
  const bot = findBot(call.directory, call.caller, bot_id)
  if (bot.isActive) await removeUser(call, bot.id)
  return {}
})
