import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { ChannelRecord } from '#model/records.ts'
import { subscribed } from '#store/channels/subscriptions.ts'
import { topicStanding } from '#store/channels/user-topics.ts'
import { foresee, type Foreseen } from '#store/log/foresight.ts'
import { conversationByKey } from '#store/messages/conversations.ts'
import { foreseeMessage } from '#store/messages/messages.ts'
import { sentMessage } from '#store/messages/sent-messages.ts'
import { hasMuters } from '#store/reading/read-on-arrival.ts'
import { participantsKey, topicKey } from '#store/sql/conversation-keys.ts'
import type { NewMessage } from './send-message.ts'

/** Where a message is to go, as its sender names it. */
export type NamedPlace =
  | { readonly channel: ChannelRecord; readonly topic: string }
  | { readonly userIds: readonly number[] }

/**
 * Facts that `sendMessage` will look up. What is not among them, it looks up when it needs it.
 */
export function foreseeSending(
  directory: OrganizationDirectory,
  {
    sender,
    rendered,
    readBySender,
    local,
  }: Pick<NewMessage, 'sender' | 'rendered' | 'readBySender' | 'local'>,
  to: NamedPlace | undefined,
): Foreseen[] {
  if (!to) return []
  const userId = sender.id
  const foreseen = [foreseeMessage()]
  if (local) foreseen.push(foresee(sentMessage, { userId, local }))
  if (!isSystemBot(sender)) foreseen.push(foresee(hasMuters, userId))
  if ('userIds' in to) {
    const key = participantsKey([...to.userIds, userId])
    foreseen.push(foresee(conversationByKey, { channelId: 0, key }))
    return foreseen
  }
  const { channel } = to
  const channelId = channel.id
  const key = topicKey(to.topic)
  foreseen.push(foresee(conversationByKey, { channelId, key }))
  for (const id of new Set([userId, ...rendered.facts.mentionedUserIds]))
    if (directory.users.get(id)?.botType === null)
      foreseen.push(foresee(topicStanding, { userId: id, channelId, key }))
  if (!readBySender || channel.isPrivate) foreseen.push(foresee(subscribed, { userId, channelId }))
  return foreseen
}
