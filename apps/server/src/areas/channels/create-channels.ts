import { type ChannelGroupSetting, channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { insertChannel, type NewChannel } from '#store/channels.ts'
import type { Tx } from '#store/transactions.ts'
import { audienceKnowing } from './audience.ts'
import { presentChannel, presentUnsubscribed } from './present.ts'

/** What a new channel's permissions are where its creator says nothing. */
export function initialChannelSettings(
  directory: OrganizationDirectory,
  creator: UserRecord,
): Record<ChannelGroupSetting, GroupSetting> {
  const nobody = directory.systemGroup('role:nobody').id
  const initial: Partial<Record<ChannelGroupSetting, GroupSetting>> = {
    can_administer_channel_group: { direct_members: [creator.id], direct_subgroups: [] },
    can_remove_subscribers_group: directory.systemGroup('role:administrators').id,
    can_send_message_group: directory.systemGroup('role:everyone').id,
    can_create_topic_group: directory.systemGroup('role:everyone').id,
  }
  return Object.fromEntries(
    channelGroupSettingNames.map((name) => [name, initial[name] ?? nobody]),
  ) as Record<ChannelGroupSetting, GroupSetting>
}

/** Adds channels and tells those who may know them. Names that the organization has already make it fail. */
export async function createChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  channels: readonly NewChannel[],
): Promise<ChannelRecord[]> {
  const created: ChannelRecord[] = []
  for (const channel of channels) {
    const id = await insertChannel(tx, channel)
    created.push({ ...channel, id, createdAt: tx.now, isArchived: false })
  }
  for (const [isPrivate, group] of Map.groupBy(created, (channel) => channel.isPrivate)) {
    const streams = group.map((channel) =>
      presentUnsubscribed(presentChannel(directory, channel, undefined, tx.now)),
    )
    if (!isPrivate) tx.emit({ type: 'stream', op: 'create', streams }, { members: true })
    else
      for (const [index, channel] of group.entries())
        tx.emit(
          { type: 'stream', op: 'create', streams: [streams[index]] },
          audienceKnowing(directory, channel),
        )
  }
  return created
}
