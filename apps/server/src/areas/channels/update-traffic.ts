import type { Channel } from '@tagma/contract/objects/channel.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { countTraffic, dayOf, forgetTraffic, trafficSince } from '#store/channels/channel-traffic.ts'
import { updateChannel } from '#store/channels/channels.ts'
import type { Tx } from '#store/log/tx.ts'
import { audienceKnowing } from './audience.ts'
import { weeklyTraffic } from './present.ts'

const recentDays = 28
const activeDays = 180

/** Updates the traffic of all channels, and tells of channels whose shown figures have changed. */
export async function updateTraffic(tx: Tx, directory: OrganizationDirectory): Promise<void> {
  await countTraffic(tx)
  const today = dayOf(tx.now)
  const recent = await trafficSince(tx.db, tx.organizationId, today - recentDays + 1)
  const active = await trafficSince(tx.db, tx.organizationId, today - activeDays + 1)
  for (const channel of directory.channels.values()) {
    const recentMessages = recent.get(channel.id) ?? 0
    const isRecentlyActive = active.has(channel.id) || today - dayOf(channel.createdAt) < activeDays
    if (recentMessages !== channel.recentMessages || isRecentlyActive !== channel.isRecentlyActive)
      await updateChannel(tx, channel.id, { recentMessages, isRecentlyActive })
    const tell = (property: keyof Channel, value: number | boolean | null) =>
      tx.emit(
        { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, property, value },
        audienceKnowing(directory, channel),
      )
    if (isRecentlyActive !== channel.isRecentlyActive) tell('is_recently_active', isRecentlyActive)
    const weekly = weeklyTraffic(channel, recentMessages, tx.now)
    if (weekly !== weeklyTraffic(channel, channel.recentMessages, tx.now))
      tell('stream_weekly_traffic', weekly)
  }
  await forgetTraffic(tx, today - activeDays)
}
