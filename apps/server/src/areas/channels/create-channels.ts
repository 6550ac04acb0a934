import {
  type ChannelGroupSetting,
  channelGroupSettingNames,
  channelGroupSettings,
} from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { insertChannel, type NewChannel } from '#store/channels/channels.ts'
import type { Tx } from '#store/log/tx.ts'
import { audienceOutside } from './audience.ts'
import { tellDefaultChannels } from './default-channels.ts'
import { presentChannel, presentUnsubscribed } from './present.ts'

/** Default permissions of a new channel. */
export function initialChannelSettings(
  directory: OrganizationDirectory,
  creator: UserRecord,
): Record<ChannelGroupSetting, GroupSetting> {
  const initial: Partial<Record<ChannelGroupSetting, GroupSetting>> = {}
  for (const name of channelGroupSettingNames) {
    const { initial: group } = channelGroupSettings[name]
    initial[name] =
      group === 'channel_creator'
        ? { direct_members: [creator.id], direct_subgroups: [] }
        : directory.systemGroup(group).id
  }
  return initial as Record<ChannelGroupSetting, GroupSetting>
}

/**
 * Adds channels that differ only in names and descriptions, and tells everybody who may know them. Fails for a name
 * that the organization already has.
 */
export async function createChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  channels: readonly NewChannel[],
): Promise<ChannelRecord[]> {
  const created: ChannelRecord[] = []
  for (const channel of channels) {
    const id = await insertChannel(tx, channel)
    created.push({
      ...channel,
      id,
      createdAt: tx.now,
      isArchived: false,
      recentMessages: 0,
      isRecentlyActive: true,
    })
  }
  const [first] = created
  if (first) {
    const streams = created.map((channel) =>
      presentUnsubscribed(presentChannel(directory, channel, undefined, tx.now)),
    )
    // The channels of one call have the same settings, so the same audience.
    tx.emit({ type: 'stream', op: 'create', streams }, audienceOutside(directory, first))
    if (first.isDefault) tellDefaultChannels(tx, directory, created)
  }
  return created
}
