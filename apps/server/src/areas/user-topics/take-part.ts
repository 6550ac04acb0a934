import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { applyAutomaticVisibility, topicActs } from './automatic-visibility.ts'

/** Follows or unmutes a topic for a user who reacts to one of its messages, or votes there. */
export async function takePart(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  { channel_id, topic }: Pick<MessageRow, 'channel_id' | 'topic'>,
): Promise<void> {
  if (channel_id === 0) return
  await applyAutomaticVisibility(tx, directory, { channelId: channel_id, topic }, user, topicActs.takesPart)
}
