import type { ChannelGroupSetting, TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { Db } from './db.ts'
import type { Tx } from './transactions.ts'

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
  readonly settings: Readonly<Record<ChannelGroupSetting, GroupSetting>>
}

const bit = (value: boolean) => (value ? 1 : 0)

/** Adds a channel and returns its id. Fails on a name that the organization has already. */
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
      settings: JSON.stringify(channel.settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touch('channels', id)
  return id
}

export interface ChannelFacts {
  readonly channelId: number
  /** Null when nothing was ever sent. */
  readonly firstMessageId: number | null
  readonly subscriberCount: number
  /** Messages of the last four weeks. */
  readonly recentMessages: number
}

/** What is counted rather than kept about channels, for all of them in a few queries. `since` is UNIX seconds. */
export async function channelFacts(
  db: Db,
  organizationId: number,
  since: number,
): Promise<Map<number, ChannelFacts>> {
  const counts = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select((eb) => ['channel_id', eb.fn.countAll<number>().as('count')])
    .where('users.organization_id', '=', organizationId)
    .where('users.is_active', '=', 1)
    .where('subscriptions.is_active', '=', 1)
    .groupBy('channel_id')
    .execute()
  const firsts = await db
    .selectFrom('channels')
    .select((eb) => [
      'channels.id',
      eb
        .selectFrom('messages')
        .select((inner) => inner.fn.min('messages.id').as('first'))
        .whereRef('messages.channel_id', '=', 'channels.id')
        .as('first'),
      eb
        .selectFrom('messages')
        .select((inner) => inner.fn.countAll<number>().as('recent'))
        .whereRef('messages.channel_id', '=', 'channels.id')
        .where('messages.sent_at', '>=', since)
        .as('recent'),
    ])
    .where('channels.organization_id', '=', organizationId)
    .execute()
  const countOf = new Map(counts.map((row) => [row.channel_id, row.count]))
  return new Map(
    firsts.map((row) => [
      row.id,
      {
        channelId: row.id,
        firstMessageId: row.first,
        subscriberCount: countOf.get(row.id) ?? 0,
        recentMessages: row.recent ?? 0,
      },
    ]),
  )
}
