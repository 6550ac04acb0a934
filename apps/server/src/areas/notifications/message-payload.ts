import { plainText } from '@tagma/markdown/plain-text.ts'
import type { Reason } from '@tagma/rules/notifications/reason.ts'
import { addressTo, type PushPayload } from '#areas/push/payload.ts'
import { avatarUrl } from '#areas/users/present.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'

/** Longest text in a notification, in characters. Phones show less, and Apple allows 4 KB in all. */
const longest = 200

/** Makes the payload of a new message for each user. `participants` belong to a direct message. */
export function messagePayloads(
  directory: OrganizationDirectory,
  url: string,
  row: MessageRow,
  participants: readonly number[],
): (user: UserRecord, reason: Reason) => PushPayload {
  const sender = directory.users.get(row.sender_id)
  const common = {
    type: 'message' as const,
    message_id: row.id,
    sender_id: row.sender_id,
    sender_full_name: sender?.fullName ?? '',
    time: row.sent_at,
    content: shorten(plainText(row.rendered)),
  }
  const groupFor = mentionedGroups(directory, row.rendered)
  return (user, reason) => {
    const avatar = sender ? avatarUrl(sender, { user, clientGravatar: false }) : null
    const group = reason === 'mentioned' ? groupFor(user) : undefined
    const message = {
      ...addressTo(directory.organization, url, user.id),
      ...common,
      sender_avatar_url: avatar === null ? '' : new URL(avatar, `${url}/`).href,
      ...(group ? { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name } : {}),
    }
    if (row.channel_id === 0) {
      return {
        ...message,
        recipient_type: 'direct',
        recipient_user_ids: participants.toSorted((a, b) => a - b),
      }
    }
    return {
      ...message,
      recipient_type: 'channel',
      channel_id: row.channel_id,
      channel_name: directory.channels.get(row.channel_id)?.name ?? '',
      topic: row.topic === '' ? emptyTopicName : row.topic,
    }
  }
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** Finds for each user the smallest mentioned group that contains them. Leaves out users mentioned in person. */
function mentionedGroups(
  directory: OrganizationDirectory,
  rendered: string,
): (user: UserRecord) => { id: number; name: string } | undefined {
  const mentions = rendered.matchAll(/<span class="user-group-mention" data-user-group-id="(\d+)">/g)
  const ids = [...new Set([...mentions].map((match) => Number(match[1])))]
  // Looks through all users only if there is a choice between groups.
  const people = ids.length > 1 ? [...directory.users.values()] : []
  const groups = ids.flatMap((id) => {
    const group = directory.groups.get(id)
    const size = people.filter((one) => directory.isInGroup(one, id)).length
    return group ? [{ id, name: group.name, size }] : []
  })
  const bySize = groups.toSorted((a, b) => a.size - b.size)
  return (user) =>
    rendered.includes(`<span class="user-mention" data-user-id="${user.id}">`)
      ? undefined
      : bySize.find(({ id }) => directory.isInGroup(user, id))
}
