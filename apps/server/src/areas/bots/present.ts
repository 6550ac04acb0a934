import type { Bot } from '@tagma/contract/objects/bot.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { BotConfiguration } from '#store/people/bots.ts'

/** Gives the names of the channels that a bot is configured with. */
export function presentDefaults(directory: OrganizationDirectory, bot: BotConfiguration) {
  const nameOf = (id: number | null) => (id === null ? null : (directory.channels.get(id)?.name ?? null))
  return {
    default_sending_stream: nameOf(bot.sendingChannelId),
    default_events_register_stream: nameOf(bot.eventsChannelId),
    default_all_public_streams: bot.allPublicChannels,
  }
}

/** Shows a bot as the people who administer it see it. */
export const presentBot = (directory: OrganizationDirectory, userId: number, bot: BotConfiguration): Bot => ({
  user_id: userId,
  ...presentDefaults(directory, bot),
  services: [...bot.services],
})
