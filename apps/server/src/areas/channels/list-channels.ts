import type { Channel } from '@tagma/contract/objects/channel.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { channelFacts } from '#store/channels.ts'
import type { Db } from '#store/db.ts'
import { subscribersOf, type SubscriptionRow, subscriptionsOfUser } from '#store/subscriptions.ts'
import { presentChannel } from './present.ts'
import { mayKnowChannel } from './rules.ts'

/** A channel that a user may know, with what it is to them. */
export interface KnownChannel {
  readonly channel: ChannelRecord
  readonly shown: Channel
  /** The user's settings for it, if they ever were subscribed; `is_active` says whether they are now. */
  readonly row: SubscriptionRow | undefined
  /** Ids of the subscribers, where asked for. */
  readonly subscribers: readonly number[] | undefined
}

const fourWeeks = 28 * 24 * 3600

/** All channels that a user may know, by id. `now` is UNIX seconds. */
export async function listKnownChannels(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  options: { includeSubscribers: boolean; includeArchived: boolean; now: number },
): Promise<KnownChannel[]> {
  const rows = new Map((await subscriptionsOfUser(db, user.id)).map((row) => [row.channel_id, row]))
  const known = [...directory.channels.values()].filter(
    (channel) =>
      (options.includeArchived || !channel.isArchived) &&
      mayKnowChannel(directory, user, channel, rows.get(channel.id)?.is_active === 1),
  )
  const facts = await channelFacts(db, directory.organization.id, options.now - fourWeeks)
  const subscribers = options.includeSubscribers
    ? await subscribersOf(
        db,
        known.map((channel) => channel.id),
      )
    : undefined
  return known
    .toSorted((a, b) => a.id - b.id)
    .map((channel) => ({
      channel,
      shown: presentChannel(directory, channel, facts.get(channel.id), options.now),
      row: rows.get(channel.id),
      subscribers: subscribers && (subscribers.get(channel.id) ?? []),
    }))
}
