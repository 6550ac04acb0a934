import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import type { Db } from '#store/sql/db.ts'
import { mayKnowChannel } from './rules.ts'

/** Decides whether a user may know or read a channel; nobody may less of it by being subscribed. */
type ChannelRule = typeof mayKnowChannel

/**
 * The channel that a call names by id, or by name in any case; undefined alike where there is none and where there is
 * none for the user: by default one that they may not know. Whatever a call names goes through here, so that nobody can
 * try out which channels exist. Asks the database only where a subscription decides.
 */
export async function findChannel(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  named: number | string,
  may: ChannelRule = mayKnowChannel,
): Promise<ChannelRecord | undefined> {
  const channel =
    typeof named === 'number' ? directory.channels.get(named) : directory.channelByName(named.trim())
  if (!channel || may(directory, user, channel, false)) return channel
  if (!may(directory, user, channel, true)) return undefined
  return (await isSubscribed(db, user.id, channel.id)) ? channel : undefined
}

/** A channel that a user may know, and whether they are subscribed. Unknown and hidden ones are refused alike. */
export async function accessChannel(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  channelId: number,
): Promise<{ channel: ChannelRecord; isIn: boolean }> {
  const channel = await findChannel(db, directory, user, channelId)
  if (!channel) throw badRequest('Invalid channel ID')
  return { channel, isIn: await isSubscribed(db, user.id, channel.id) }
}

/** A channel that a user may know, by name in any case. */
export async function accessChannelByName(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  name: string,
): Promise<ChannelRecord> {
  const channel = await findChannel(db, directory, user, name)
  if (!channel) throw badRequest(`Invalid channel name '${name}'`)
  return channel
}
