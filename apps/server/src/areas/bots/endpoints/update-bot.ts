import { updateBot as endpoint } from '@tagma/contract/endpoints/bots/update-bot.ts'
import { ownAvatarUrl } from '#areas/users/present.ts'
import { handle } from '#call/call.ts'
import { presentDefaults } from '../present.ts'
import { updateBot } from '../update-bot.ts'

export const updateBotHandler = handle(endpoint, async (call, args) => {
  const { bot, configuration } = await updateBot(call, args)
  const owner = bot.botOwnerId === null ? undefined : call.directory.users.get(bot.botOwnerId)
  return {
    full_name: bot.fullName,
    avatar_url: ownAvatarUrl(bot),
    ...(owner ? { bot_owner: owner.email } : {}),
    ...presentDefaults(call.directory, configuration),
  }
})
