import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

/** Ids of the channels that new users are subscribed to, ascending. */
export function defaultChannelIds(channels: Iterable<ChannelRecord>): number[] {
  return [...channels]
    .filter((channel) => channel.isDefault && !channel.isArchived)
    .map((channel) => channel.id)
    .toSorted((a, b) => a - b)
}

/**
 * Tells everybody but guests which channels are default channels. `changed` holds channels whose new state is not yet
 * in the directory.
 */
export function tellDefaultChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  changed: readonly ChannelRecord[],
): void {
  const channels = new Map(directory.channels)
  for (const channel of changed) channels.set(channel.id, channel)
  tx.emit(
    { type: 'default_streams', default_streams: defaultChannelIds(channels.values()) },
    { members: true },
  )
}
