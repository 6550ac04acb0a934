import { reportTypes } from '@tagma/contract/endpoints/messages/report-message.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Snapshot } from '#events/snapshot.ts'
import { participantsOf } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { flagBits, messagesWithFlag } from '#store/message-flags.ts'
import { newestReceived } from '#store/messages.ts'
import { type UnreadMessage, unreadMessages } from '#store/read-state.ts'
import { recentDirectConversations } from '#store/recent-direct.ts'
import { emptyTopicName } from './render-content.ts'

/** The messages' part of the registration response. */
export const messageSnapshot: Snapshot = async ({ db, user, wants, options }) => ({
  ...(wants('message') ? { max_message_id: await newestReceived(db, user.id) } : {}),
  ...(wants('message') || wants('update_message_flags')
    ? {
        unread_msgs: await presentUnread(
          db,
          user.id,
          await unreadMessages(db, user.id, limits.maxUnreadMessages),
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

async function presentUnread(
  db: Db,
  userId: number,
  unread: readonly UnreadMessage[],
  allowEmptyTopicName: boolean,
) {
  const participants = await participantsOf(db, [
    ...new Set(unread.filter((row) => row.channel_id === 0).map((row) => row.conversation_id)),
  ])
  const pms = []
  const streams = []
  const huddles = []
  for (const [conversation, group] of Map.groupBy(unread, (row) => row.conversation_id)) {
    const [first] = group
    if (!first) continue
    const unread_message_ids = group.map((row) => row.id)
    if (first.channel_id !== 0) {
      const topic = first.topic === '' && !allowEmptyTopicName ? emptyTopicName : first.topic
      streams.push({ stream_id: first.channel_id, topic, unread_message_ids })
      continue
    }
    const people = participants.get(conversation) ?? []
    const others = people.filter((id) => id !== userId)
    if (others.length > 1) huddles.push({ user_ids_string: people.join(','), unread_message_ids })
    else pms.push({ other_user_id: others[0] ?? userId, sender_id: others[0] ?? userId, unread_message_ids })
  }
  const mentions = flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned
  return {
    count: unread.length,
    pms,
    streams,
    huddles,
    mentions: unread.filter((row) => row.flags & mentions).map((row) => row.id),
    old_unreads_missing: unread.length >= limits.maxUnreadMessages,
  }
}
