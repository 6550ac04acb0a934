import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { newestMessageOf } from '#store/messages.ts'
import { endSubscriptions, findSubscriptions } from '#store/subscriptions.ts'
import type { Tx } from '#store/transactions.ts'
import { audienceKnowing } from './audience.ts'

/** Unsubscribes users from channels; returns the channels that somebody was taken out of. */
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
  const left = new Map<number, ChannelRecord[]>()
  const removed = new Set<ChannelRecord>()
  for (const channel of channels) {
    const userIds = (active.get(channel.id) ?? []).map((row) => row.user_id)
    if (userIds.length === 0) continue
    removed.add(channel)
    await endSubscriptions(tx, userIds, channel.id, await newestMessageOf(tx.db, channel.id))
    for (const id of userIds) left.set(id, [...(left.get(id) ?? []), channel])
    tx.emit(
      { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: userIds },
      { ...audienceKnowing(directory, channel), except: userIds },
    )
  }
  for (const [userId, own] of left) {
    tx.emit(
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: own.map((channel) => ({ stream_id: channel.id, name: channel.name })),
      },
      { users: [userId] },
    )
  }
  return removed
}
