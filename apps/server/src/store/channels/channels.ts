import type { ChannelGroupSetting, TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'

export interface NewChannel {
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly creatorId: number | null
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isDefault: boolean
  readonly historyPublic: boolean
  readonly messageRetentionDays: number | null
  readonly folderId: number | null
  readonly topicsPolicy: TopicsPolicy
  readonly defaultPushNotifications: boolean
  readonly isHiddenFromAgents: boolean
  readonly settings: Readonly<Record<ChannelGroupSetting, GroupSetting>>
}

const bit = (value: boolean) => (value ? 1 : 0)

/** Adds a channel and returns its id. Fails if the organization has the name already. */
export async function insertChannel(tx: Tx, channel: NewChannel): Promise<number> {
  const { id } = await tx.db
    .insertInto('channels')
    .values({
      organization_id: tx.organizationId,
      name: channel.name,
      name_key: channel.name.toLowerCase(),
      description: channel.description,
      rendered_description: channel.renderedDescription,
      creator_id: channel.creatorId,
      created_at: tx.now,
      is_private: bit(channel.isPrivate),
      is_web_public: bit(channel.isWebPublic),
      is_archived: 0,
      is_default: bit(channel.isDefault),
      history_public: bit(channel.historyPublic),
      message_retention_days: channel.messageRetentionDays,
      folder_id: channel.folderId,
      topics_policy: channel.topicsPolicy,
      default_push_notifications: bit(channel.defaultPushNotifications),
      hidden_from_agents: bit(channel.isHiddenFromAgents),
      settings: JSON.stringify(channel.settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touch('channels', id)
  return id
}

/** Fields of a channel that can change. */
export type ChannelChange = Partial<Omit<NewChannel, 'creatorId' | 'settings'>> & {
  readonly isArchived?: boolean
  readonly isRecentlyActive?: boolean
  readonly recentMessages?: number
  readonly settings?: Readonly<Record<ChannelGroupSetting, GroupSetting>>
}

/** Changes columns of a channel. Fails if another channel of the organization has the name. */
export async function updateChannel(tx: Tx, id: number, change: ChannelChange): Promise<void> {
  const { name, settings } = change
  await tx.db
    .updateTable('channels')
    .set({
      ...(name === undefined ? {} : { name, name_key: name.toLowerCase() }),
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.renderedDescription === undefined
        ? {}
        : { rendered_description: change.renderedDescription }),
      ...(change.isPrivate === undefined ? {} : { is_private: bit(change.isPrivate) }),
      ...(change.isWebPublic === undefined ? {} : { is_web_public: bit(change.isWebPublic) }),
      ...(change.isArchived === undefined ? {} : { is_archived: bit(change.isArchived) }),
      ...(change.isDefault === undefined ? {} : { is_default: bit(change.isDefault) }),
      ...(change.historyPublic === undefined ? {} : { history_public: bit(change.historyPublic) }),
      ...(change.messageRetentionDays === undefined
        ? {}
        : { message_retention_days: change.messageRetentionDays }),
      ...(change.folderId === undefined ? {} : { folder_id: change.folderId }),
      ...(change.topicsPolicy === undefined ? {} : { topics_policy: change.topicsPolicy }),
      ...(change.defaultPushNotifications === undefined
        ? {}
        : { default_push_notifications: bit(change.defaultPushNotifications) }),
      ...(change.isHiddenFromAgents === undefined
        ? {}
        : { hidden_from_agents: bit(change.isHiddenFromAgents) }),
      ...(change.isRecentlyActive === undefined ? {} : { is_recently_active: bit(change.isRecentlyActive) }),
      ...(change.recentMessages === undefined ? {} : { recent_messages: change.recentMessages }),
      ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
    })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touch('channels', id)
}

/** The organization of a channel. */
export async function organizationOfChannel(db: Db, channelId: number): Promise<number | undefined> {
  const query = db.selectFrom('channels').select('organization_id').where('id', '=', channelId)
  return (await query.executeTakeFirst())?.organization_id
}

const firstMessages = prepared((db, p: { channels: string }) =>
  db
    .selectFrom('channels')
    .select((eb) => [
      'channels.id',
      eb
        .selectFrom('messages')
        .select((inner) => inner.fn.min('messages.id').as('first'))
        .whereRef('messages.channel_id', '=', 'channels.id')
        .as('first'),
    ])
    .where(inIdText(db, 'channels.id', p.channels)),
)

/** Id of each channel's first message; empty channels are left out. One index lookup each. */
export async function firstMessageIds(db: Db, channelIds: readonly number[]): Promise<Map<number, number>> {
  if (channelIds.length === 0) return new Map()
  const rows = await firstMessages.all(db, { channels: JSON.stringify(channelIds) })
  return new Map(rows.flatMap((row) => (row.first === null ? [] : [[row.id, row.first]])))
}
