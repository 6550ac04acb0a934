import { mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** Returns a channel whose messages the caller may read; refuses all others alike. */
export async function readableChannel(
  db: Db | Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  id: number,
): Promise<ChannelRecord> {
  const channel = await findChannel(db, directory, caller, id, mayReadChannel)
  if (!channel) throw badRequest('Invalid channel ID')
  return channel
}
