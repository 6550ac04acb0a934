import { audienceKnowing } from '#areas/channels/audience.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

/** Tells that a channel's first message has changed, or that it has none. */
export function tellFirstMessage(
  tx: Tx,
  directory: OrganizationDirectory,
  channel: ChannelRecord,
  first: number | null,
): void {
  tx.emit(
    {
      type: 'stream',
      op: 'update',
      stream_id: channel.id,
      name: channel.name,
      property: 'first_message_id',
      value: first,
    },
    audienceKnowing(directory, channel),
  )
}
