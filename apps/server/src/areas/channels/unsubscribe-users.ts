import { mayKnowChannel } from '@tagma/rules/channels.ts'
import { tellHidden } from '#areas/users/tell-sight.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { endSubscriptions, findSubscriptions } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { newestMessage } from '#store/messages/message-bounds.ts'
import { audienceKnowing } from './audience.ts'

/** Unsubscribes users from channels; returns the channels that lost a subscriber. */
export async function unsubscribeUsers(
  tx: Tx,
  directory: OrganizationDirectory,
  users: readonly UserRecord[],
  channels: readonly ChannelRecord[],
): Promise<Set<ChannelRecord>> {
  const rows = await findSubscriptions(
    tx.db,
    users.map((user) => user.id),
    channels.map((channel) => channel.id),
  )
  const active = Map.groupBy(
    rows.filter((row) => row.is_active === 1),
    (row) => row.channel_id,
  )
  const userOf = new Map(users.map((user) => [user.id, user]))
  const left = new Map<number, ChannelRecord[]>()
  const removed = new Set<ChannelRecord>()
  const newest = await newestMessage(tx.db, tx.organizationId)
  for (const channel of channels) {
    const userIds = (active.get(channel.id) ?? []).map((row) => row.user_id)
    if (userIds.length === 0) continue
    removed.add(channel)
    await endSubscriptions(tx, userIds, channel.id, newest)
    for (const id of userIds) left.set(id, [...(left.get(id) ?? []), channel])
    tx.emit(
      { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: userIds },
      { ...audienceKnowing(directory, channel), except: userIds },
    )
    const informed = userIds.filter((id) => {
      const user = userOf.get(id)
      return user && mayKnowChannel(directory, user, channel, false)
    })
    if (userIds.length > 1 && informed.length > 0) {
      const stream_ids = [channel.id]
      tx.emit(
        { type: 'subscription', op: 'peer_remove', stream_ids, user_ids: userIds, together: true },
        { users: informed },
      )
    }
  }
  const ids = (list: readonly ChannelRecord[]) => list.map((channel) => channel.id).join()
  for (const group of Map.groupBy(left, ([, own]) => ids(own)).values()) {
    const subscriptions = (group[0]?.[1] ?? []).map(({ id, name }) => ({ stream_id: id, name }))
    tx.emit({ type: 'subscription', op: 'remove', subscriptions }, { users: group.map(([userId]) => userId) })
  }
  // Users who knew a channel only through their subscription forget it.
  const lost = [...left].flatMap(([userId, own]) => {
    const user = userOf.get(userId)
    const gone = user ? own.filter((channel) => !mayKnowChannel(directory, user, channel, false)) : []
    return gone.length > 0 ? [{ userId, gone }] : []
  })
  for (const group of Map.groupBy(lost, ({ gone }) => ids(gone)).values())
    tellGone(
      tx,
      group[0]?.gone ?? [],
      group.map(({ userId }) => userId),
    )
  const leavers = [...active].map(([id, own]) => [id, own.map((row) => row.user_id)] as const)
  await tellHidden(tx, directory, new Map(leavers))
  return removed
}

/** Tells users that they may not know channels any more. */
export function tellGone(tx: Tx, channels: readonly ChannelRecord[], userIds: readonly number[]): void {
  if (channels.length === 0 || userIds.length === 0) return
  tx.emit(
    {
      type: 'stream',
      op: 'delete',
      stream_ids: channels.map(({ id }) => id),
      streams: channels.map(({ id }) => ({ stream_id: id })),
    },
    { users: userIds },
  )
}
