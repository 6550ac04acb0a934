import { getBotTemplates } from '@tagma/contract/endpoints/bots/get-bot-templates.ts'
import { handle } from '#call/call.ts'
import { findBot } from '../find-bot.ts'
import { listTemplates } from '../templates.ts'

export const getBotTemplatesHandler = handle(
  getBotTemplates,
  async ({ caller, directory, db }, { bot_id }) => ({
    templates: await listTemplates(db, findBot(directory, caller, bot_id)),
  }),
)
