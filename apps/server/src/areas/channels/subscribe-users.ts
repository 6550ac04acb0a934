import { mayKnowChannel } from '@tagma/rules/channels.ts'
import { tellRevealed } from '#areas/users/tell-sight.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { firstMessageIds } from '#store/channels/channels.ts'
import {
  colorsOfUsers,
  findSubscriptions,
  insertSubscriptions,
  resumeSubscriptions,
  type SubscriptionRow,
} from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { newestMessage } from '#store/messages/message-bounds.ts'
import { audienceKnowing } from './audience.ts'
import { listSubscribers } from './list-subscribers.ts'
import { pickColor } from './pick-color.ts'
import { personalPart, presentChannel, presentUnsubscribed } from './present.ts'

export interface Subscribed {
  /** Channels that the call subscribed each user to. */
  readonly added: ReadonlyMap<number, readonly ChannelRecord[]>
  /** Channels that each user was already subscribed to. */
  readonly already: ReadonlyMap<number, readonly ChannelRecord[]>
}

/** Subscribes users to channels. Tells them and everybody who may see the channels' subscribers. */
export async function subscribeUsers(
  tx: Tx,
  directory: OrganizationDirectory,
  users: readonly UserRecord[],
  channels: readonly ChannelRecord[],
): Promise<Subscribed> {
  const userIds = users.map((user) => user.id)
  const channelIds = channels.map((channel) => channel.id)
  const existing = await findSubscriptions(tx.db, userIds, channelIds)
  const before = await listSubscribers(tx.db, directory, channelIds)
  const rowOf = new Map(existing.map((row) => [`${row.user_id} ${row.channel_id}`, row]))
  // If many people are subscribed at once, a repeated color does no harm.
  const colors = await colorsOfUsers(tx.db, userIds.length > 100 ? [] : userIds)
  const added = new Map<number, ChannelRecord[]>()
  const already = new Map<number, ChannelRecord[]>()
  const rows: SubscriptionRow[] = []

  // The span starts here: older messages were not received, whichever channel they move to.
  const newest = await newestMessage(tx.db, tx.organizationId)
  for (const channel of channels) {
    const fresh: SubscriptionRow[] = []
    const resumed: SubscriptionRow[] = []
    for (const user of users) {
      const row = rowOf.get(`${user.id} ${channel.id}`)
      const lists = row?.is_active === 1 ? already : added
      const list = lists.get(user.id)
      if (list) list.push(channel)
      else lists.set(user.id, [channel])
      if (row?.is_active === 1) continue
      if (row) resumed.push({ ...row, is_active: 1 })
      else {
        const color = pickColor(colors.get(user.id) ?? [])
        colors.get(user.id)?.push(color)
        fresh.push(firstSubscription(user, channel, color, newest))
      }
    }
    await resumeSubscriptions(
      tx,
      resumed.map((row) => row.user_id),
      channel.id,
      newest,
    )
    await insertSubscriptions(tx, fresh, newest)
    rows.push(...resumed, ...fresh)
  }
  await tellRevealed(tx, directory, usersByChannel(rows))
  await tellSubscribed(tx, directory, channels, rows, before)
  return { added, already }
}

const usersByChannel = (rows: readonly SubscriptionRow[]) =>
  new Map(
    [...Map.groupBy(rows, (row) => row.channel_id)].map(([id, own]) => [id, own.map((row) => row.user_id)]),
  )

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
  before: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  if (rows.length === 0) return
  const firsts = await firstMessageIds(
    tx.db,
    channels.map((channel) => channel.id),
  )
  const joined = Map.groupBy(rows, (row) => row.channel_id)
  const presented = new Map(
    channels.map((channel) => {
      const fresh = joined.get(channel.id)?.map((row) => row.user_id) ?? []
      const subscribers = [...(before.get(channel.id) ?? []), ...fresh].toSorted((a, b) => a - b)
      const shown = presentChannel(
        directory,
        channel,
        { firstMessageId: firsts.get(channel.id) ?? null, subscriberCount: subscribers.length },
        tx.now,
      )
      return [channel.id, { channel, shown, subscribers }]
    }),
  )

  const byUser = Map.groupBy(rows, (row) => row.user_id)
  // One row of the log for all users who were subscribed to the same channels.
  const alike = Map.groupBy(byUser, ([, own]) => own.map((row) => row.channel_id).join())
  for (const group of alike.values()) {
    const parts = (group[0]?.[1] ?? []).flatMap((row) => presented.get(row.channel_id) ?? [])
    // Users who may not know the channel yet are told of it first.
    const strangers = Map.groupBy(
      group.flatMap(([userId]) => directory.users.get(userId) ?? []),
      (user) =>
        parts
          .filter(({ channel }) => !mayKnowChannel(directory, user, channel, false))
          .map(({ channel }) => channel.id)
          .join(),
    )
    for (const [unknown, users] of strangers) {
      if (unknown === '') continue
      const ids = new Set(unknown.split(',').map(Number))
      const streams = parts
        .filter(({ channel }) => ids.has(channel.id))
        .map(({ shown }) => presentUnsubscribed(shown))
      tx.emit({ type: 'stream', op: 'create', streams }, { users: users.map((user) => user.id) })
    }
    tx.emit(
      {
        type: 'subscription',
        op: 'add',
        subscriptions: parts.map(({ shown, subscribers }) => ({ ...shown, subscribers })),
        personal: Object.fromEntries(group.map(([userId, own]) => [userId, own.map(personalPart)])),
      },
      { users: group.map(([userId]) => userId) },
    )
  }
  for (const [channelId, own] of joined) {
    const channel = presented.get(channelId)?.channel
    if (!channel) continue
    const userIds = own.map((row) => row.user_id)
    tx.emit(
      { type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids: userIds },
      { ...audienceKnowing(directory, channel), except: userIds },
    )
  }
}
