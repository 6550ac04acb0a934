import { setBotCommands } from '@tagma/contract/endpoints/bots/set-bot-commands.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'
import { setCommands } from '../set-commands.ts'

export const setBotCommandsHandler = handle(
  setBotCommands,
  async ({ caller, directory, transact }, { bot_id, commands }) => {
    const bot = caller.id === bot_id && caller.botType !== null ? caller : findBot(directory, caller, bot_id)
    return { commands: await transact((tx) => setCommands(tx, bot, commands)) }
  },
)
