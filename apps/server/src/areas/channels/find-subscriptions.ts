import { mayKnowChannel } from '@tagma/rules/channels.ts'
import { requireUser } from '#areas/users/visibility.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'
import { accessChannel } from './require-channel.ts'

/** Finds the channels that a bot's owner is subscribed to; an empty set for people. */
export async function channelsOfOwner(db: Db, bot: UserRecord): Promise<ReadonlySet<number>> {
  return new Set(bot.botOwnerId === null ? [] : await subscribedChannelIds(db, bot.botOwnerId))
}

/** Tells whether a user is subscribed to a channel that the viewer may know. */
export async function findSubscriptionStatus(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  userId: number,
  channelId: number,
): Promise<boolean> {
  await requireUser(db, directory, viewer, userId)
  const { channel } = await accessChannel(db, directory, viewer, channelId)
  return isSubscribed(db, userId, channel.id)
}

/** Finds the active channels that a user is subscribed to and the viewer may know; ids ascending. */
export async function findChannelsOfUser(
  db: Db,
  directory: OrganizationDirectory,
  viewer: UserRecord,
  userId: number,
): Promise<number[]> {
  await requireUser(db, directory, viewer, userId)
  const own = new Set(await subscribedChannelIds(db, viewer.id))
  const theirs = userId === viewer.id ? [...own] : await subscribedChannelIds(db, userId)
  return theirs
    .filter((id) => {
      const channel = directory.channels.get(id)
      return channel && !channel.isArchived && mayKnowChannel(directory, viewer, channel, own.has(id))
    })
    .toSorted((a, b) => a - b)
}
