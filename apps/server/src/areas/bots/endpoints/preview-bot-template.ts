import { previewBotTemplate } from '@tagma/contract/endpoints/bots/preview-bot-template.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'
import { tryTemplate } from '../templates.ts'

export const previewBotTemplateHandler = handle(
  previewBotTemplate,
  async ({ caller, directory }, { bot_id, payload, ...template }) => {
    findBot(directory, caller, bot_id)
    return { posts: tryTemplate(template, payload) }
  },
)
