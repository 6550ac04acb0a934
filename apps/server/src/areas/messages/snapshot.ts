import { reportTypes } from '@tagma/contract/endpoints/messages/report-message.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Snapshot } from '#events/snapshot.ts'
import { participantsOf } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { newestReceived } from '#store/message-bounds.ts'
import { mentionsOf, messagesWithFlag } from '#store/message-flags.ts'
import { recentDirectConversations } from '#store/recent-direct.ts'
import { type Unread, unreadIds, unreadMessages } from '#store/unread-messages.ts'
import { emptyTopicName } from './render-content.ts'

/** The messages' part of the registration response. */
export const messageSnapshot: Snapshot = async ({ db, user, wants, options }) => ({
  ...(wants('message') ? { max_message_id: await newestReceived(db, user.id) } : {}),
  // Kept up to date by events of both types: no use to who gets only one of them.
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
  for (const { id, channel_id, topic, messageIds } of conversations) {
    const unread_message_ids = [...messageIds]
    if (channel_id !== 0) {
      const name = topic === '' && !allowEmptyTopicName ? emptyTopicName : topic
      streams.push({ stream_id: channel_id, topic: name, unread_message_ids })
      continue
    }
    const people = participants.get(id) ?? []
    const others = people.filter((each) => each !== userId)
    if (others.length > 1) huddles.push({ user_ids_string: people.join(','), unread_message_ids })
    else pms.push({ other_user_id: others[0] ?? userId, sender_id: others[0] ?? userId, unread_message_ids })
  }
  const ids = unreadIds(unread)
  const [first] = ids
  const mentions = first === undefined ? new Set() : await mentionsOf(db, userId, first)
  return {
    count: ids.length,
    pms,
    streams,
    huddles,
    mentions: ids.filter((id) => mentions.has(id)),
    old_unreads_missing: ids.length >= limits.maxUnreadMessages,
  }
}
