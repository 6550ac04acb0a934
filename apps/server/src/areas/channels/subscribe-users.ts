import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { channelFacts } from '#store/channels.ts'
import { newestMessageOf } from '#store/messages.ts'
import {
  findSubscriptions,
  insertSubscriptions,
  resumeSubscription,
  type SubscriptionRow,
  subscribersOf,
  subscriptionsOfUser,
} from '#store/subscriptions.ts'
import type { Tx } from '#store/transactions.ts'
import { audienceKnowing } from './audience.ts'
import { pickColor } from './pick-color.ts'
import { presentChannel, presentSubscription, presentUnsubscribed } from './present.ts'
import { mayKnowChannel } from './rules.ts'

export interface Subscribed {
  /** Channels each user was subscribed to now. */
  readonly added: ReadonlyMap<number, readonly ChannelRecord[]>
  /** Channels each user was in already. */
  readonly already: ReadonlyMap<number, readonly ChannelRecord[]>
}

const fourWeeks = 28 * 24 * 3600

/** Subscribes users to channels and tells them and everybody who may see the channels' subscribers. */
export async function subscribeUsers(
  tx: Tx,
  directory: OrganizationDirectory,
  users: readonly UserRecord[],
  channels: readonly ChannelRecord[],
): Promise<Subscribed> {
  const userIds = users.map((user) => user.id)
  const existing = await findSubscriptions(
    tx.db,
    userIds,
    channels.map((channel) => channel.id),
  )
  const rowOf = new Map(existing.map((row) => [`${row.user_id} ${row.channel_id}`, row]))
  const colors = await usedColors(tx, users, channels.length)
  const added = new Map<number, ChannelRecord[]>()
  const already = new Map<number, ChannelRecord[]>()
  const rows: SubscriptionRow[] = []

  for (const channel of channels) {
    const newest = await newestMessageOf(tx.db, channel.id)
    const fresh: SubscriptionRow[] = []
    for (const user of users) {
      const row = rowOf.get(`${user.id} ${channel.id}`)
      const list = row?.is_active === 1 ? already : added
      list.set(user.id, [...(list.get(user.id) ?? []), channel])
      if (row?.is_active === 1) continue
      if (row) {
        await resumeSubscription(tx, user.id, channel.id, newest)
        rows.push({ ...row, is_active: 1 })
      } else {
        const color = pickColor(colors.get(user.id) ?? [])
        colors.get(user.id)?.push(color)
        fresh.push(firstSubscription(user, channel, color, newest))
      }
    }
    await insertSubscriptions(tx, fresh, newest)
    rows.push(...fresh)
  }
  await tellSubscribed(tx, directory, channels, rows)
  return { added, already }
}

async function usedColors(
  tx: Tx,
  users: readonly UserRecord[],
  channels: number,
): Promise<Map<number, string[]>> {
  const used = new Map<number, string[]>()
  for (const user of users) {
    // Among many people subscribed at once, nobody minds a color twice.
    const rows = users.length * channels > 100 ? [] : await subscriptionsOfUser(tx.db, user.id)
    used.set(
      user.id,
      rows.map((row) => row.color),
    )
  }
  return used
}

function firstSubscription(
  user: UserRecord,
  channel: ChannelRecord,
  color: string,
  newest: number,
): SubscriptionRow {
  const inheritsPush =
    settingOf(user, 'enable_stream_push_notifications') === channel.defaultPushNotifications
  return {
    user_id: user.id,
    channel_id: channel.id,
    is_active: 1,
    color,
    is_muted: 0,
    pin_to_top: 0,
    desktop_notifications: null,
    email_notifications: null,
    // Decided once, at the very first subscription.
    push_notifications: channel.defaultPushNotifications && !inheritsPush ? 1 : null,
    audible_notifications: null,
    wildcard_mentions_notify: null,
    read_through: newest,
  }
}

async function tellSubscribed(
  tx: Tx,
  directory: OrganizationDirectory,
  channels: readonly ChannelRecord[],
  rows: readonly SubscriptionRow[],
): Promise<void> {
  if (rows.length === 0) return
  const facts = await channelFacts(tx.db, tx.organizationId, tx.now - fourWeeks)
  const subscribers = await subscribersOf(
    tx.db,
    channels.map((channel) => channel.id),
  )
  const presented = new Map(
    channels.map((channel) => [
      channel.id,
      presentChannel(directory, channel, facts.get(channel.id), tx.now),
    ]),
  )
  const channelOf = new Map(channels.map((channel) => [channel.id, channel]))

  for (const [userId, own] of Map.groupBy(rows, (row) => row.user_id)) {
    const user = directory.users.get(userId)
    const subscriptions = own.flatMap((row) => {
      const channel = presented.get(row.channel_id)
      return channel ? [presentSubscription(channel, row, subscribers.get(row.channel_id) ?? [])] : []
    })
    // Somebody who may not know the channel yet is told of it first.
    const unknown = own.flatMap((row) => {
      const channel = channelOf.get(row.channel_id)
      const shown = presented.get(row.channel_id)
      return user && channel && shown && !mayKnowChannel(directory, user, channel, false)
        ? [presentUnsubscribed(shown)]
        : []
    })
    if (unknown.length > 0) tx.emit({ type: 'stream', op: 'create', streams: unknown }, { users: [userId] })
    tx.emit({ type: 'subscription', op: 'add', subscriptions }, { users: [userId] })
  }
  for (const [channelId, own] of Map.groupBy(rows, (row) => row.channel_id)) {
    const channel = channelOf.get(channelId)
    if (!channel) continue
    const userIds = own.map((row) => row.user_id)
    tx.emit(
      { type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids: userIds },
      { ...audienceKnowing(directory, channel), except: userIds },
    )
  }
}
