import { mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { BotConfiguration } from '#store/people/bots.ts'
import type { Db } from '#store/sql/db.ts'

export interface DefaultChanges {
  readonly default_sending_stream?: string | undefined
  readonly default_events_register_stream?: string | undefined
  readonly default_all_public_streams?: boolean | undefined
}

/** Applies changes of channels to a configuration. The caller must be able to read the new channels. */
export async function configure(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  bot: BotConfiguration,
  changes: DefaultChanges,
): Promise<BotConfiguration> {
  const idOf = async (name: string | undefined, current: number | null): Promise<number | null> => {
    if (name === undefined) return current
    if (name === '') return null
    const channel = await findChannel(db, directory, user, name, mayReadChannel)
    if (!channel) throw badRequest(`Invalid channel name '${name}'`)
    return channel.id
  }
  return {
    ...bot,
    sendingChannelId: await idOf(changes.default_sending_stream, bot.sendingChannelId),
    eventsChannelId: await idOf(changes.default_events_register_stream, bot.eventsChannelId),
    allPublicChannels: changes.default_all_public_streams ?? bot.allPublicChannels,
  }
}
