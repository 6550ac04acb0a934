import { createBot as endpoint } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { ownAvatarUrl } from '#areas/users/present.ts'
import { handle } from '#call/call.ts'
import { createBot } from '../create-bot.ts'
import { presentDefaults } from '../present.ts'

export const createBotHandler = handle(endpoint, async (call, args) => {
  const { bot, configuration } = await createBot(call, args)
  return {
    user_id: bot.id,
    api_key: bot.apiKey,
    avatar_url: ownAvatarUrl(bot),
    ...presentDefaults(call.directory, configuration),
  }
})
