import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import { hasSharedHistory } from '@tagma/rules/channels.ts'
import { findFolders } from '#areas/channel-folders/find-folders.ts'
import { presentChannels } from '#areas/channels/list-channels.ts'
import { listSubscribers } from '#areas/channels/list-subscribers.ts'
import { presentAllCustomEmoji } from '#areas/emoji/present.ts'
import { listGroups } from '#areas/groups/list-groups.ts'
import { presentLinkifier } from '#areas/linkifiers/present.ts'
import { presentMessage } from '#areas/messages/present.ts'
import { presentDomain } from '#areas/organization/change-domains.ts'
import { presentOrganizationSettings } from '#areas/organization/present.ts'
import { presentPlayground } from '#areas/playgrounds/change-playgrounds.ts'
import { presentField } from '#areas/profile-fields/present.ts'
import { presentUser } from '#areas/users/present.ts'
import { avatarKeys } from '#areas/users/set-avatar.ts'
import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { type AttachmentRow, attachmentsLinkedBy } from '#store/messages/attachments.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import type { MessageCondition } from '#store/messages/message-conditions.ts'
import { messagesBeside } from '#store/messages/messages.ts'
import { reactionsTo } from '#store/messages/reactions.ts'
import { submessagesOf } from '#store/messages/submessages.ts'
import { isExported } from '#store/organization/data-exports.ts'
import { loadProfileFields } from '#store/organization/profile-fields.ts'
import { loadProfiles } from '#store/people/profile-values.ts'
import type { Db } from '#store/sql/db.ts'
import { consentingUsers } from './consents.ts'
import type { Entry } from './tar.ts'

const messagesPerFile = 1000

/** Input of an export. */
export interface ExportOrder {
  readonly services: Uses<'db' | 'aside' | 'blobs' | 'config'>
  readonly directory: OrganizationDirectory
  /** The user who asked for it. Email addresses are included only if this user may see them. */
  readonly actor: UserRecord
  readonly type: ExportType
  /** UNIX seconds. */
  readonly now: number
}

/** Yields the files of an export in turn: objects in the form of the API, and uploads. */
export async function* readExport(order: ExportOrder): AsyncGenerator<Entry> {
  const { directory } = order
  const reach = await reachOf(order)
  yield json('organization.json', await organizationPart(order))
  yield json('users.json', await usersPart(order))
  yield json('channels.json', await channelsPart(order, reach.channels))
  const attachments = new Map<number, { row: AttachmentRow; messageIds: number[] }>()
  let file = 0
  for await (const { messages, links } of messageBatches(order, reach.condition)) {
    yield json(`messages-${String(++file).padStart(6, '0')}.json`, messages)
    for (const { message_id, ...row } of links) {
      const known = attachments.get(row.id)
      if (known) known.messageIds.push(message_id)
      else attachments.set(row.id, { row, messageIds: [message_id] })
    }
  }
  yield json(
    'attachments.json',
    [...attachments.values()].map(({ row, messageIds }) => ({
      id: row.id,
      name: row.name,
      path_id: row.path_id,
      size: row.size,
      owner_id: row.owner_id,
      message_ids: messageIds,
    })),
  )
  for (const { row } of attachments.values()) yield* blob(order, `uploads/${row.id}`, row.path_id)
  for (const user of directory.users.values())
    if (user.avatarSource === 'U') yield* blob(order, `avatars/${user.id}.png`, avatarKeys(user).medium)
  for (const { id, sourceUrl } of directory.emoji.values()) {
    const key = sourceUrl.replace(/^\/user_avatars\//, '')
    yield* blob(order, `emoji/${id}${/\.\w+$/.exec(key)?.[0] ?? ''}`, key)
  }
}

function json(name: string, value: unknown): Entry {
  const content = Buffer.from(`${JSON.stringify(value)}\n`)
  return { name, size: content.length, content }
}

/** Yields a stored file; nothing if it is gone. */
async function* blob({ services }: ExportOrder, name: string, key: string): AsyncGenerator<Entry> {
  const size = await services.outside.blobs.size(key)
  if (size !== undefined) yield { name, size, content: services.outside.blobs.open(key) }
}

/** Finds the channels and messages that belong to an export. */
async function reachOf({
  services: {
    data: { db },
  },
  directory,
  type,
}: ExportOrder): Promise<{ channels: ChannelRecord[]; condition: MessageCondition | undefined }> {
  const all = [...directory.channels.values()]
  if (type === 'full_without_consent') return { channels: all, condition: undefined }
  const open = all.filter((channel) => !channel.isPrivate)
  const userIds = type === 'public' ? [] : consentingUsers(directory).map(({ id }) => id)
  const consenting = new Set(userIds)
  const closed = all.filter((channel) => channel.isPrivate)
  const subscribers = await listSubscribers(
    db,
    directory,
    closed.map(({ id }) => id),
  )
  const shared = closed.filter((channel) => subscribers.get(channel.id)?.some((id) => consenting.has(id)))
  const whole = [...open, ...shared.filter(hasSharedHistory)]
  const ids = (channels: readonly ChannelRecord[]) => channels.map(({ id }) => id)
  return {
    channels: [...open, ...shared],
    condition: isExported(db, ids(whole), {
      userIds,
      receivedIn: ids(closed.filter((channel) => !whole.includes(channel))),
    }),
  }
}

async function organizationPart({
  services: {
    config,
    data: { db },
  },
  directory,
}: ExportOrder) {
  const { organization } = directory
  const fields = await loadProfileFields(db, organization.id)
  return {
    ...presentOrganizationSettings(directory, config),
    realm_uuid: organization.uuid,
    realm_date_created: organization.createdAt,
    realm_domains: organization.domains.map(presentDomain),
    realm_linkifiers: organization.linkifiers.map(presentLinkifier),
    realm_playgrounds: organization.playgrounds.map(presentPlayground),
    realm_emoji: presentAllCustomEmoji(directory),
    realm_user_groups: listGroups(directory, true),
    custom_profile_fields: fields.map(presentField),
    channel_folders: await findFolders(db, directory, true),
  }
}

async function usersPart({
  services: {
    data: { db },
  },
  directory,
  actor,
}: ExportOrder) {
  const profiles = await loadProfiles(db, directory.organization.id)
  const viewer = { user: actor, clientGravatar: false }
  return [...directory.users.values()].map((user) => presentUser(user, viewer, profiles.get(user.id) ?? {}))
}

async function channelsPart(
  {
    services: {
      data: { db },
    },
    directory,
    now,
  }: ExportOrder,
  channels: ChannelRecord[],
) {
  const shown = await presentChannels(db, directory, channels, now)
  const subscribers = await listSubscribers(db, directory, [...shown.keys()])
  return [...shown].map(([id, channel]) => ({ ...channel, subscribers: subscribers.get(id) ?? [] }))
}

/** Messages of one file, and the attachments that they link to. */
interface MessageBatch {
  readonly newestId: number
  readonly messages: readonly object[]
  readonly links: Awaited<ReturnType<typeof attachmentsLinkedBy>>
}

async function* messageBatches(
  order: ExportOrder,
  condition: MessageCondition | undefined,
): AsyncGenerator<MessageBatch> {
  let last = 0
  for (;;) {
    const batch = await order.services.data.aside(order.directory.organization.id, ({ db }) =>
      messagesAfter(db, order, condition, last),
    )
    if (!batch) return
    yield batch
    last = batch.newestId
  }
}

async function messagesAfter(
  db: Db,
  order: ExportOrder,
  condition: MessageCondition | undefined,
  last: number,
): Promise<MessageBatch | undefined> {
  const rows = await messagesBeside(db, order.directory.organization.id, condition ? [condition] : [], {
    direction: 'after',
    id: last,
    inclusive: false,
    limit: messagesPerFile,
  })
  const newest = rows.at(-1)
  if (!newest) return undefined
  const linking = rows.filter((row) => row.has_attachment === 1).map((row) => row.id)
  return {
    newestId: newest.id,
    messages: await messagesPart(db, order, rows),
    links: await attachmentsLinkedBy(db, linking),
  }
}

/** Messages as GET /messages gives them, with their Markdown, without fields that belong to one user. */
async function messagesPart(db: Db, { directory, actor }: ExportOrder, rows: readonly MessageRow[]) {
  const ids = rows.map((row) => row.id)
  const direct = rows.filter((row) => row.channel_id === 0).map((row) => row.conversation_id)
  const participants = await participantsOf(db, [...new Set(direct)])
  const reactions = await reactionsTo(db, ids)
  const submessages = await submessagesOf(db, ids)
  const viewer = {
    user: actor,
    applyMarkdown: false,
    clientGravatar: false,
    allowEmptyTopicName: true,
    wantsLegacyEmojiType: false,
  }
  return rows.map((row) =>
    presentMessage(
      directory,
      {
        row,
        participants: participants.get(row.conversation_id) ?? [],
        reactions: reactions.get(row.id) ?? [],
        submessages: submessages.get(row.id) ?? [],
      },
      viewer,
    ),
  )
}
