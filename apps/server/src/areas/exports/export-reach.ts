import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import { hasSharedHistory } from '@tagma/rules/channels.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { listSubscribers } from '#areas/channels/list-subscribers.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { MessageCondition } from '#store/messages/message-conditions.ts'
import { isExported } from '#store/organization/data-exports.ts'
import type { Db } from '#store/sql/db.ts'
import { consentingUsers } from './consents.ts'

/** Throws BAD_REQUEST for an export of private messages that the organization or its people do not allow. */
export function requireReach(directory: OrganizationDirectory, type: ExportType): void {
  if (type === 'full_with_consent' && !consentingUsers(directory).some(isOwner))
    throw badRequest('At least one owner of the organization has to allow the export of their private data.')
  if (type === 'full_without_consent' && !directory.organization.settings.owner_full_content_access)
    throw badRequest('This organization does not allow an export of all private data.')
}

/** Finds the channels and messages that belong to an export. Without a condition, all messages do. */
export async function exportReach(
  db: Db,
  directory: OrganizationDirectory,
  type: ExportType,
): Promise<{ channels: ChannelRecord[]; condition: MessageCondition | undefined }> {
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
