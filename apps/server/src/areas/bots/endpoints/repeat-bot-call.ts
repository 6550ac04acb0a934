import { repeatBotCall } from '@tagma/contract/endpoints/bots/repeat-bot-call.ts'
import { handle } from '#call/call.ts'
import { repeatCall } from '../deliveries.ts'
import { findBot } from '../find-bot.ts'

export const repeatBotCallHandler = handle(
  repeatBotCall,
  async ({ caller, directory, transact }, { bot_id, call_id }) => {
    const bot = findBot(directory, caller, bot_id)
    await transact((tx) => repeatCall(tx, bot, call_id))
    return {}
  },
)
