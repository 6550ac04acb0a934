import type { Facts } from '@tagma/markdown/facts.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { sendersIn } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { flagBits } from '#store/message-flags.ts'
import { subscribersOf } from '#store/subscriptions.ts'

/** Where a message is, for finding out whom it concerns. */
export interface ContentPlace {
  readonly conversationId: number
  /** 0 for direct messages. */
  readonly channelId: number
  /** Of a direct message. */
  readonly participants: readonly number[] | undefined
  readonly senderId: number
}

/** The stored flags of the users whom a message concerns by name: those mentioned, and those in wildcards. */
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

  const receivers = new Set(
    place.participants ?? (await subscribersOf(db, [place.channelId])).get(place.channelId) ?? [],
  )
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
