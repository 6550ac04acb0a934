import { hasSharedHistory } from '#areas/channels/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#events/audience.ts'
import { participantsOf } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import type { MessageRow } from '#store/messages.ts'
import { subscribersWhoReceived } from '#store/subscription-spans.ts'

/**
 * Those whose clients may show a message that is already there. Subscribers of a channel are named as such; only where
 * newcomers do not see earlier messages are the people listed who received this one.
 */
export async function audienceOfMessage(
  db: Db,
  directory: OrganizationDirectory,
  row: Pick<MessageRow, 'id' | 'channel_id' | 'conversation_id'>,
): Promise<Audience> {
  if (row.channel_id === 0)
    return { users: (await participantsOf(db, [row.conversation_id])).get(row.conversation_id) ?? [] }
  const channel = directory.channels.get(row.channel_id)
  return channel && !hasSharedHistory(channel)
    ? { users: await subscribersWhoReceived(db, channel.id, row.id) }
    : { channels: [row.channel_id] }
}

/** An audience with one more user, such as the one who acted. */
export const withUser = (audience: Audience, userId: number): Audience => ({
  ...audience,
  users: [...(audience.users ?? []), userId],
})
