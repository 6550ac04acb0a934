import { ownAvatarUrl } from '#areas/users/present.ts'
import type { Call } from '#call/call.ts'
import { activeBotsOf } from '#directory/bots-of.ts'
import { loadBots, noConfiguration } from '#store/people/bots.ts'
import { presentDefaults } from './present.ts'
import { mayAdminister } from './rules.ts'

/** Lists the active bots that the caller owns and may administer, with their keys. */
export async function listBots({ caller, db, directory }: Call) {
  const configurations = await loadBots(db, directory.organization.id)
  const bots = activeBotsOf(directory, caller).filter((bot) => mayAdminister(caller, bot))
  return bots.map((bot) => ({
    user_id: bot.id,
    username: bot.email,
    full_name: bot.fullName,
    api_key: bot.apiKey,
    avatar_url: ownAvatarUrl(bot),
    ...presentDefaults(directory, configurations.get(bot.id) ?? noConfiguration),
  }))
}
