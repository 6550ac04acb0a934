import { deleteBotTemplate } from '@tagma/contract/endpoints/bots/delete-bot-template.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'
import { removeTemplate } from '../templates.ts'

export const deleteBotTemplateHandler = handle(
  deleteBotTemplate,
  async ({ caller, directory, transact }, { bot_id, name }) => {
    const bot = findBot(directory, caller, bot_id)
    await transact((tx) => removeTemplate(tx, bot, name))
    return {}
  },
)
