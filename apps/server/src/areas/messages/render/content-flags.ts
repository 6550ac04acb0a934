import type { Facts } from '@tagma/markdown/facts.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import { sendersIn } from '#store/messages/conversations.ts'
import { flagBits } from '#store/messages/message-flags.ts'
import { subscriptionsAmong } from '#store/notifying/notification-wishes.ts'
import type { Db } from '#store/sql/db.ts'

/** Place of a message, for finding out which users it concerns. */
export interface ContentPlace {
  readonly conversationId: number
  /** 0 for direct messages. */
  readonly channelId: number
  /** Participants of a direct message. */
  readonly participants: readonly number[] | undefined
  readonly senderId: number
}

/**
 * Finds the recipients who may be concerned. Asks for all subscribers of a channel only if the message mentions a group
 * or the channel; otherwise only for the people named.
 */
async function receiversOf(
  db: Db,
  facts: Facts,
  { participants, channelId, conversationId, senderId }: ContentPlace,
): Promise<ReadonlySet<number>> {
  if (participants) return new Set(participants)
  if (facts.mentionedGroupIds.length > 0 || facts.mentionsChannel)
    return new Set((await subscribersOf(db, [channelId])).get(channelId) ?? [])
  const inTopic = facts.mentionsTopic ? [...(await sendersIn(db, conversationId)), senderId] : []
  const named = [...new Set([...facts.mentionedUserIds, ...facts.alertedUserIds, ...inTopic])]
  return new Set((await subscriptionsAmong(db, channelId, named)).map(({ user_id }) => user_id))
}

/**
 * Flags to store for the users that a message concerns: people it mentions by name or by wildcard, or by an alert word.
 */
export async function contentFlags(
  db: Db,
  directory: OrganizationDirectory,
  facts: Facts,
  place: ContentPlace,
): Promise<Map<number, number>> {
  const bits = new Map<number, number>()
  const add = (userId: number, bit: number) => bits.set(userId, (bits.get(userId) ?? 0) | bit)
  const isNeeded =
    facts.mentionedUserIds.length > 0 ||
    facts.mentionedGroupIds.length > 0 ||
    facts.alertedUserIds.length > 0 ||
    facts.mentionsChannel ||
    facts.mentionsTopic
  if (!isNeeded) return bits

  const receivers = await receiversOf(db, facts, place)
  for (const id of facts.mentionedUserIds) if (receivers.has(id)) add(id, flagBits.mentioned)
  for (const id of facts.alertedUserIds) if (receivers.has(id)) add(id, flagBits.has_alert_word)
  if (facts.mentionedGroupIds.length > 0 || facts.mentionsChannel) {
    for (const id of receivers) {
      const user = directory.users.get(id)
      if (user && facts.mentionedGroupIds.some((group) => directory.isInGroup(user, group)))
        add(id, flagBits.mentioned)
      if (facts.mentionsChannel) add(id, flagBits.stream_wildcard_mentioned)
    }
  }
  if (facts.mentionsTopic && place.channelId !== 0) {
    for (const id of new Set([...(await sendersIn(db, place.conversationId)), place.senderId]))
      if (receivers.has(id)) add(id, flagBits.topic_wildcard_mentioned)
  }
  return bits
}
