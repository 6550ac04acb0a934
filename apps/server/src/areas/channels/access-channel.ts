import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { isSubscribed } from '#store/subscriptions.ts'
import { mayKnowChannel } from './rules.ts'

/** A channel that a user may know, and whether they are subscribed. Unknown and hidden ones are refused alike. */
export async function accessChannel(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  channelId: number,
): Promise<{ channel: ChannelRecord; isIn: boolean }> {
  const channel = directory.channels.get(channelId)
  const isIn = channel !== undefined && (await isSubscribed(db, user.id, channel.id))
  if (!channel || !mayKnowChannel(directory, user, channel, isIn)) throw badRequest('Invalid channel ID')
  return { channel, isIn }
}

/** A channel that a user may know, by name in any case. */
export async function accessChannelByName(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  name: string,
): Promise<ChannelRecord> {
  const channel = directory.channelByName(name.trim())
  if (!channel || !mayKnowChannel(directory, user, channel, await isSubscribed(db, user.id, channel.id)))
    throw badRequest(`Invalid channel name '${name}'`)
  return channel
}
