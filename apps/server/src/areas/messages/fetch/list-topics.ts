import { hasSharedHistory } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { topicsOf, topicsReceived } from '#store/messages/conversations.ts'
import type { Db } from '#store/sql/db.ts'
import { readableChannel } from '../narrow/readable-channel.ts'

/** Lists the topics of a channel that have a message for the caller, the most recent first. */
export async function listTopics(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  channelId: number,
): Promise<{ name: string; max_id: number }[]> {
  const channel = await readableChannel(db, directory, caller, channelId)
  return hasSharedHistory(channel) ? topicsOf(db, channel.id) : topicsReceived(db, caller.id, channel.id)
}
