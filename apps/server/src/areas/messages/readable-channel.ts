import { mayReadChannel } from '#areas/channels/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { isSubscribed } from '#store/subscriptions.ts'

/** A channel whose messages the caller may read; refuses all others alike. */
export async function readableChannel(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
): Promise<ChannelRecord> {
  const channel = directory.channels.get(id)
  if (!channel || !mayReadChannel(directory, caller, channel, await isSubscribed(db, caller.id, id)))
    throw badRequest('Invalid channel ID')
  return channel
}
