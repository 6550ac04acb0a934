import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
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
import type { MessageParts } from '#model/message-parts.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import type { AttachmentRow } from '#store/messages/attachments.ts'
import { loadProfileFields } from '#store/organization/profile-fields.ts'
import { loadProfiles } from '#store/people/profile-values.ts'
import { blobEntry, jsonEntry, partName } from './archive-entries.ts'
import { exportReach } from './export-reach.ts'
import { messageBatches } from './message-batches.ts'
import type { Entry } from './tar.ts'

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
  const { directory, services } = order
  const { blobs } = services.outside
  const reach = await exportReach(services.data.db, directory, order.type)
  yield jsonEntry('organization.json', await organizationPart(order))
  yield jsonEntry('users.json', await usersPart(order))
  yield jsonEntry('channels.json', await channelsPart(order, reach.channels))
  const attachments = new Map<number, { row: AttachmentRow; messageIds: number[] }>()
  let file = 0
  const conditions = reach.condition ? [reach.condition] : []
  for await (const { messages, links } of messageBatches(services, directory, conditions)) {
    yield jsonEntry(partName('messages', ++file, 'json'), messagesPart(order, messages))
    for (const { message_id, ...row } of links) {
      const known = attachments.get(row.id)
      if (known) known.messageIds.push(message_id)
      else attachments.set(row.id, { row, messageIds: [message_id] })
    }
  }
  yield jsonEntry(
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
  for (const { row } of attachments.values()) yield* blobEntry(blobs, `uploads/${row.id}`, row.path_id)
  for (const user of directory.users.values())
    if (user.avatarSource === 'U') yield* blobEntry(blobs, `avatars/${user.id}.png`, avatarKeys(user).medium)
  for (const { id, sourceUrl } of directory.emoji.values()) {
    const key = sourceUrl.replace(/^\/user_avatars\//, '')
    yield* blobEntry(blobs, `emoji/${id}${/\.\w+$/.exec(key)?.[0] ?? ''}`, key)
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

/** Messages as GET /messages gives them, with their Markdown, without fields that belong to one user. */
function messagesPart({ directory, actor }: ExportOrder, messages: readonly MessageParts[]) {
  const viewer = {
    user: actor,
    applyMarkdown: false,
    clientGravatar: false,
    allowEmptyTopicName: true,
    wantsLegacyEmojiType: false,
  }
  return messages.map((parts) => presentMessage(directory, parts, viewer))
}
