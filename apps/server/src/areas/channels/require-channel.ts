import { mayKnowChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** Decides whether a user may know or read a channel. A subscription never takes a right away. */
type ChannelRule = typeof mayKnowChannel

/**
 * Finds the channel that a call names, by id, or by name in any case. Returns undefined both for an unknown channel and
 * for a hidden one (by default: one the user may not know). Every lookup for a caller goes through here, so that nobody
 * can find out which channels exist. Asks the database only if a subscription decides.
 */
export async function findChannel(
  db: Db | Tx,
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

/**
 * Returns a channel that a user may know, and whether they are subscribed. Refuses unknown and hidden channels alike.
 */
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

/** As `accessChannel`, by name in any case. */
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
