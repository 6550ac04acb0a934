import { encodeHashComponent } from '@tagma/markdown/channel-link.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'

/** Address at which clients show a message in its conversation, below the organization's own address. */
export function messageLink(
  directory: OrganizationDirectory,
  message: Pick<MessageRow, 'id' | 'channel_id' | 'topic'>,
  participants: readonly number[],
): string {
  const channel = directory.channels.get(message.channel_id)
  const place = channel
    ? `#narrow/channel/${channel.id}-${encodeHashComponent(channel.name.replaceAll(' ', '-'))}/topic/${encodeHashComponent(message.topic)}`
    : `#narrow/dm/${participants.join(',')}-dm`
  return `${place}/near/${message.id}`
}
