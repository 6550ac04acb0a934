import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

const bySender = prepared((db, p: { organization: number; sender: number; after: number; limit: number }) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'messages.channel_id', 'messages.conversation_id', 'conversations.topic'])
    .where('messages.organization_id', '=', p.organization)
    .where('messages.sender_id', '=', p.sender)
    .where('messages.id', '>', p.after)
    .orderBy('messages.id')
    .limit(p.limit),
)

export interface PlacedMessage {
  readonly id: number
  /** 0 for direct messages. */
  readonly channel_id: number
  readonly conversation_id: number
  readonly topic: string
}

/** A user's messages with ids above `after`, oldest first, with their conversations. */
export const messagesBySender = (
  db: Db,
  organization: number,
  sender: number,
  after: number,
  limit: number,
): Promise<PlacedMessage[]> => bySender.all(db, { organization, sender, after, limit })
