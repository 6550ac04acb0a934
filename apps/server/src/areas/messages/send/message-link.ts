import { addressOf, type Conversation } from '@tagma/contract/address.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'

/** Address at which clients show a message in its conversation, below the organization's own address. */
export function messageLink(
  directory: OrganizationDirectory,
  message: Pick<MessageRow, 'id' | 'channel_id' | 'topic'>,
  participants: readonly number[],
): string {
  const channel = directory.channels.get(message.channel_id)
  const conversation: Conversation = channel
    ? { kind: 'topic', channelId: channel.id, topic: message.topic }
    : { kind: 'direct', userIds: participants }
  return addressOf(
    { kind: 'conversation', conversation, at: { near: message.id } },
    { channelName: () => channel?.name },
  )
}
