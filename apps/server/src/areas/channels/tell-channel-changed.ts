import { type Channel, channelGroupSettingNames, postPolicies } from '@tagma/contract/objects/channel.ts'
import { isSameSetting, presentGroupSetting } from '#areas/groups/require-group-setting.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LogEventOf } from '#model/log-event.ts'
import type { ChannelRecord } from '#model/records.ts'
import { firstMessageIds } from '#store/channels/channels.ts'
import { findSubscriptions } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { audienceKnowing } from './audience.ts'
import { tellDefaultChannels } from './default-channels.ts'
import { listSubscribers } from './list-subscribers.ts'
import { personalPart, postPolicy, presentChannel } from './present.ts'
import { tellKnowledge } from './tell-knowledge.ts'

/**
 * Tells every difference between two states of a channel. Users who gain or lose knowledge of the channel are told
 * that.
 */
export async function tellChannelChanged(
  tx: Tx,
  directory: OrganizationDirectory,
  before: ChannelRecord,
  after: ChannelRecord,
): Promise<void> {
  const subscribers = (await listSubscribers(tx.db, directory, [after.id])).get(after.id) ?? []
  const firstMessageId = (await firstMessageIds(tx.db, [after.id])).get(after.id) ?? null
  await tellKnowledge(tx, directory, directory.with({ channel: after }))

  const audience = audienceKnowing(directory, after)
  for (const [property, value, more = {}] of changesBetween(directory, before, after))
    tx.emit(
      { type: 'stream', op: 'update', stream_id: after.id, name: before.name, property, value, ...more },
      audience,
    )
  if (before.isArchived !== after.isArchived) {
    const shown = presentChannel(
      directory,
      after,
      { firstMessageId, subscriberCount: subscribers.length },
      tx.now,
    )
    tx.emit(
      {
        type: 'stream',
        op: 'update',
        stream_id: after.id,
        name: before.name,
        property: 'is_archived',
        value: after.isArchived,
        channel: shown,
      },
      audience,
    )
    if (!after.isArchived) {
      // Clients without archived channels get a new subscription to it; the shaper leaves out all others.
      const rows = await findSubscriptions(tx.db, subscribers, [after.id])
      tx.emit(
        {
          type: 'subscription',
          op: 'add',
          subscriptions: [{ ...shown, subscribers: [...subscribers] }],
          personal: Object.fromEntries(rows.map((row) => [row.user_id, [personalPart(row)]])),
          unarchived: true,
        },
        { users: [...subscribers] },
      )
    }
  }
  if (before.isDefault !== after.isDefault) tellDefaultChannels(tx, directory, [after])
}

type ChannelUpdated = LogEventOf<'stream'> & { readonly op: 'update' }
type Change = readonly [
  property: keyof Channel,
  value: ChannelUpdated['value'],
  more?: Pick<ChannelUpdated, 'rendered_description' | 'history_public_to_subscribers' | 'is_web_public'>,
]

function* changesBetween(
  directory: OrganizationDirectory,
  before: ChannelRecord,
  after: ChannelRecord,
): Iterable<Change> {
  if (before.description !== after.description)
    yield ['description', after.description, { rendered_description: after.renderedDescription }]
  if (
    before.isPrivate !== after.isPrivate ||
    before.isWebPublic !== after.isWebPublic ||
    before.historyPublic !== after.historyPublic
  )
    yield [
      'invite_only',
      after.isPrivate,
      { is_web_public: after.isWebPublic, history_public_to_subscribers: after.historyPublic },
    ]
  if (before.messageRetentionDays !== after.messageRetentionDays)
    yield ['message_retention_days', after.messageRetentionDays]
  if (before.folderId !== after.folderId) yield ['folder_id', after.folderId]
  if (before.topicsPolicy !== after.topicsPolicy) yield ['topics_policy', after.topicsPolicy]
  if (before.defaultPushNotifications !== after.defaultPushNotifications)
    yield ['default_push_notifications', after.defaultPushNotifications]
  if (before.isHiddenFromAgents !== after.isHiddenFromAgents)
    yield ['hidden_from_agents', after.isHiddenFromAgents]
  for (const name of channelGroupSettingNames) {
    if (!isSameSetting(before.settings[name], after.settings[name]))
      yield [name, presentGroupSetting(directory, after.settings[name])]
  }
  const policy = postPolicy(directory, after)
  if (policy !== postPolicy(directory, before)) {
    yield ['stream_post_policy', policy]
    yield ['is_announcement_only', policy === postPolicies.administrators]
  }
  // The name comes last: the other changes are told under the old name.
  if (before.name !== after.name) yield ['name', after.name]
}
