import { limits } from '@tagma/contract/limits.ts'
import type { Channel } from '@tagma/contract/objects/channel.ts'
import { mayKnowChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { firstMessageIds } from '#store/channels/channels.ts'
import { type SubscriptionRow, subscriptionsOfUser } from '#store/channels/subscriptions.ts'
import { activeSince } from '#store/people/users.ts'
import type { Db } from '#store/sql/db.ts'
import { listSubscribers } from './list-subscribers.ts'
import { presentChannel, type SubscriberPart } from './present.ts'

/** A channel that a user may know, with the user's relation to it. */
export interface KnownChannel {
  readonly channel: ChannelRecord
  readonly shown: Channel
  /** Settings of the user for it, if they ever were subscribed; `is_active` tells whether they are now. */
  readonly row: SubscriptionRow | undefined
  /** Subscribers for the answer; empty if not asked for. */
  readonly subscribers: SubscriberPart
}

const twoWeeks = 14 * 24 * 3600

/**
 * Lists the channels that a user may know, by id, with the user's settings for current and former subscriptions. `now`
 * is UNIX seconds.
 */
export async function listKnownChannels(
  db: Db,
  directory: OrganizationDirectory,
  user: UserRecord,
  options: {
    includeSubscribers: boolean | 'partial'
    includeArchived: boolean
    subscribedOnly?: boolean
    now: number
  },
): Promise<KnownChannel[]> {
  const rows = new Map((await subscriptionsOfUser(db, user.id)).map((row) => [row.channel_id, row]))
  const known = [...directory.channels.values()]
    .filter((channel) => {
      if (channel.isArchived && !options.includeArchived) return false
      const isIn = rows.get(channel.id)?.is_active === 1
      return options.subscribedOnly ? isIn : mayKnowChannel(directory, user, channel, isIn)
    })
    .toSorted((a, b) => a.id - b.id)
  const shown = await presentChannels(db, directory, known, options.now)
  const lists = await listSubscribers(
    db,
    directory,
    known.map((channel) => channel.id),
  )
  const inTwoWeeks =
    options.includeSubscribers === 'partial' &&
    [...lists.values()].some((list) => list.length >= limits.partialSubscribersFrom)
      ? await activeSince(db, directory.organization.id, options.now - twoWeeks)
      : new Set<number>()

  return known.flatMap((channel) => {
    const subscribers = lists.get(channel.id) ?? []
    const presented = shown.get(channel.id)
    if (!presented) return []
    return [
      {
        channel,
        shown: presented,
        row: rows.get(channel.id),
        subscribers: listed(directory, subscribers, options.includeSubscribers, inTwoWeeks),
      },
    ]
  })
}

/**
 * Picks the subscribers that the client asked for. If a part is enough, a large channel lists only bots and recently
 * active users.
 */
function listed(
  directory: OrganizationDirectory,
  subscribers: readonly number[],
  include: boolean | 'partial',
  inTwoWeeks: ReadonlySet<number>,
): SubscriberPart {
  if (include === false) return {}
  if (include === true || subscribers.length < limits.partialSubscribersFrom)
    return { subscribers: [...subscribers] }
  return {
    partial_subscribers: subscribers.filter(
      (id) => inTwoWeeks.has(id) || (directory.users.get(id)?.botType ?? null) !== null,
    ),
  }
}

/** Presents channels as everybody who may know them sees them, by id. */
export async function presentChannels(
  db: Db,
  directory: OrganizationDirectory,
  channels: readonly ChannelRecord[],
  now: number,
): Promise<Map<number, Channel>> {
  const ids = channels.map((channel) => channel.id)
  const firsts = await firstMessageIds(db, ids)
  const lists = await listSubscribers(db, directory, ids)
  return new Map(
    channels.map((channel) => [
      channel.id,
      presentChannel(
        directory,
        channel,
        {
          firstMessageId: firsts.get(channel.id) ?? null,
          subscriberCount: lists.get(channel.id)?.length ?? 0,
        },
        now,
      ),
    ]),
  )
}
