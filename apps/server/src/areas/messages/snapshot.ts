import { reportTypes } from '@tagma/contract/endpoints/messages/report-message.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { loadMutes } from '#store/channels/mutes.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { newestReceived } from '#store/messages/message-bounds.ts'
import { countsAsMention, mentionsOf, messagesWithFlag } from '#store/messages/message-flags.ts'
import { recentDirectConversations } from '#store/messages/recent-direct.ts'
import { countUnread, type Unread, unreadMessages } from '#store/reading/unread-messages.ts'
import type { Db } from '#store/sql/db.ts'

/** The messages' part of the registration response. */
export const messageSnapshot: Snapshot = async ({ db, user, wants, options }) => ({
  ...(wants('message') ? { max_message_id: await newestReceived(db, user.id) } : {}),
  // Events of both types keep it up to date, so it is useless to a client that gets only one.
  ...(wants('message') && wants('update_message_flags')
    ? {
        unread_msgs: await presentUnread(
          db,
          user.id,
          await unreadMessages(db, user.id, {}, limits.maxUnreadMessages),
          options.capabilities.empty_topic_name ?? false,
        ),
      }
    : {}),
  ...(wants('realm') ? { server_report_message_types: reportTypes.map((type) => ({ ...type })) } : {}),
  ...(wants('starred_messages') ? { starred_messages: await messagesWithFlag(db, user.id, 'starred') } : {}),
  ...(wants('recent_private_conversations')
    ? { recent_private_conversations: await recentDirectConversations(db, user.id) }
    : {}),
})

async function presentUnread(db: Db, userId: number, unread: Unread, allowEmptyTopicName: boolean) {
  const { conversations } = unread
  const participants = await participantsOf(
    db,
    conversations.filter((each) => each.channel_id === 0).map(({ id }) => id),
  )
  const pms = []
  const streams = []
  const huddles = []
  const mentions: number[] = []
  let count = 0
  const isMuted = await loadMutes(db, userId)
  const first = conversations[0]?.messageIds[0]
  const flags = first === undefined ? new Map<number, number>() : await mentionsOf(db, userId, first)
  for (const { id, channel_id, topic, messageIds } of conversations) {
    const muted = isMuted(channel_id, topic)
    if (!muted) count += messageIds.length
    if (flags.size > 0)
      mentions.push(...messageIds.filter((each) => countsAsMention(flags.get(each) ?? 0, muted)))
    if (channel_id !== 0) {
      const name = topic === '' && !allowEmptyTopicName ? emptyTopicName : topic
      streams.push({ stream_id: channel_id, topic: name, unread_message_ids: messageIds })
      continue
    }
    const people = participants.get(id) ?? []
    const others = people.filter((each) => each !== userId)
    if (others.length > 1) huddles.push({ user_ids_string: people.join(','), unread_message_ids: messageIds })
    else
      pms.push({
        other_user_id: others[0] ?? userId,
        sender_id: others[0] ?? userId,
        unread_message_ids: messageIds,
      })
  }
  return {
    count,
    pms,
    streams,
    huddles,
    mentions: mentions.toSorted((a, b) => a - b),
    old_unreads_missing: countUnread(unread) >= limits.maxUnreadMessages,
  }
}
