import type { Facts } from '@tagma/markdown/facts.ts'
import { mayMentionEverybody } from '@tagma/rules/messages.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import { sendersIn } from '#store/messages/conversations.ts'
import type { Db } from '#store/sql/db.ts'

/** Refuses a message that mentions everybody in a large channel, unless its sender may do that. */
export async function requireWildcardRight(
  db: Db,
  directory: OrganizationDirectory,
  sender: UserRecord,
  channel: ChannelRecord,
  conversationId: number,
  facts: Facts,
): Promise<void> {
  if (!facts.mentionsChannel && !facts.mentionsTopic) return
  const isRefused = (people: number) => !mayMentionEverybody(directory, sender, people)
  // A sender who may mention any number of people needs no count.
  if (!isRefused(Number.POSITIVE_INFINITY)) return
  if (facts.mentionsChannel) {
    const subscribers = (await subscribersOf(db, [channel.id])).get(channel.id) ?? []
    if (isRefused(subscribers.length))
      throw new Refusal(
        'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        'You do not have permission to use channel wildcard mentions in this channel.',
      )
  }
  if (facts.mentionsTopic && isRefused((await sendersIn(db, conversationId)).length))
    throw new Refusal(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    )
}
