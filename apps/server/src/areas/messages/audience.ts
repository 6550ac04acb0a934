import { hasSharedHistory, mayReadChannel } from '@tagma/rules/channels.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Audience } from '#model/audience.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { Tx } from '#store/log/tx.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { flagHolders, holdersOfFlags } from '#store/messages/message-flags.ts'
import { subscribersWhoReceived } from '#store/messages/subscription-spans.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Audience of a conversation's messages: everybody whose client may show one of `ids` (ascending).
 * - Direct messages: the participants.
 * - A channel with shared history: its subscribers, and other readers who have flagged one of the messages.
 * - A channel without shared history: the subscribers who received one of them.
 * `actorId` always belongs to it. Subscribers of channels with shared history are named as such, not one by one.
 */
export async function audienceOfMessages(
  from: Db | Tx,
  directory: OrganizationDirectory,
  place: Pick<MessageRow, 'channel_id' | 'conversation_id'>,
  ids: readonly number[],
  actorId: number,
): Promise<Audience> {
  const db = 'batch' in from ? from.db : from
  if (place.channel_id === 0)
    return { users: (await participantsOf(db, [place.conversation_id])).get(place.conversation_id) ?? [] }
  const channel = directory.channels.get(place.channel_id)
  const [first, last] = [ids[0], ids.at(-1)]
  if (channel && !hasSharedHistory(channel) && first !== undefined && last !== undefined)
    return { users: [...new Set([...(await subscribersWhoReceived(db, channel.id, first, last)), actorId])] }
  const holders = await ('batch' in from && first !== undefined && first === last
    ? from.find(holdersOfFlags, first)
    : flagHolders(db, ids))
  const readers = holders.filter((id) => {
    const user = directory.users.get(id)
    return user && channel && mayReadChannel(directory, user, channel, false)
  })
  return { channels: [place.channel_id], users: [...new Set([...readers, actorId])] }
}
