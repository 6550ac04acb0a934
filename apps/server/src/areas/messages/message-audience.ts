import type { Audience } from '#events/audience.ts'
import { participantsOf } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { flagHolders } from '#store/message-moves.ts'
import type { MessageRow } from '#store/messages.ts'

/** Who hears of a change of messages of one conversation: those in it, and those who have flagged one of the messages. */
export async function audienceOf(
  db: Db,
  message: Pick<MessageRow, 'channel_id' | 'conversation_id'>,
  ids: readonly number[],
  alsoUserIds: readonly number[],
): Promise<Audience> {
  if (message.channel_id === 0)
    return { users: (await participantsOf(db, [message.conversation_id])).get(message.conversation_id) ?? [] }
  return {
    channels: [message.channel_id],
    users: [...new Set([...(await flagHolders(db, ids)), ...alsoUserIds])],
  }
}
