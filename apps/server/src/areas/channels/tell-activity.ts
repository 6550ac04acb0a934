import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { audienceKnowing } from './audience.ts'

/**
 * Tells everybody who knows the channels of a user that the user left the lists of subscribers, or is back in them.
 * Deactivated users are in no list.
 */
export async function tellActivity(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  isActive: boolean,
): Promise<void> {
  for (const id of await subscribedChannelIds(tx.db, user.id)) {
    const channel = directory.channels.get(id)
    if (!channel) continue
    tx.emit(
      {
        type: 'subscription',
        op: isActive ? 'peer_add' : 'peer_remove',
        stream_ids: [id],
        user_ids: [user.id],
      },
      { ...audienceKnowing(directory, channel), except: [user.id] },
    )
  }
}
