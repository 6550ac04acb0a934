import { setBotTemplate } from '@tagma/contract/endpoints/bots/set-bot-template.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'
import { setTemplate } from '../templates.ts'

export const setBotTemplateHandler = handle(
  setBotTemplate,
  async ({ caller, directory, transact }, { bot_id, ...template }) => {
    const bot = findBot(directory, caller, bot_id)
    await transact((tx) => setTemplate(tx, bot, template))
    return {}
  },
)
