import { limits } from '@tagma/contract/limits.ts'
import type { Facts } from '@tagma/markdown/facts.ts'
import { can } from '@tagma/rules/can.ts'
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
  if (can(directory, sender, 'can_mention_many_users_group')) return
  if (facts.mentionsChannel) {
    const subscribers = (await subscribersOf(db, [channel.id])).get(channel.id) ?? []
    if (subscribers.length > limits.wildcardMentionThreshold)
      throw new Refusal(
        'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        'You do not have permission to use channel wildcard mentions in this channel.',
      )
  }
  if (facts.mentionsTopic && (await sendersIn(db, conversationId)).length > limits.wildcardMentionThreshold)
    throw new Refusal(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    )
}
