import { reportTypes } from '@tagma/contract/endpoints/messages/report-message.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { settleAll } from '#model/settle-all.ts'
import { loadMutes } from '#store/channels/mutes.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { newestReceived } from '#store/messages/message-bounds.ts'
import { countsAsMention, mentionsOf, messagesWithFlag } from '#store/messages/message-flags.ts'
import { recentDirectConversations } from '#store/messages/recent-direct.ts'
import { countUnread, newestUnread } from '#store/reading/unread-messages.ts'
import type { Db } from '#store/sql/db.ts'

/** The messages' part of the registration response. */
export const messageSnapshot: Snapshot = async ({ db, user, wants, options }) => {
  // Asked together: in a transaction on PostgreSQL they share their round trips.
  const [max_message_id, unread_msgs, starred_messages, recent_private_conversations] = await settleAll([
    wants('message') ? newestReceived(db, user.id) : undefined,
    // Events of both types keep it up to date, so it is useless to a client that gets only one.
    wants('message') && wants('update_message_flags')
      ? loadUnread(db, user.id, options.capabilities.empty_topic_name ?? false)
      : undefined,
    wants('starred_messages') ? messagesWithFlag(db, user.id, 'starred') : undefined,
    wants('recent_private_conversations') ? recentDirectConversations(db, user.id) : undefined,
  ])
  return {
    ...(max_message_id === undefined ? {} : { max_message_id }),
    ...(unread_msgs ? { unread_msgs } : {}),
    ...(wants('realm') ? { server_report_message_types: reportTypes.map((type) => ({ ...type })) } : {}),
    ...(starred_messages ? { starred_messages } : {}),
    ...(recent_private_conversations ? { recent_private_conversations } : {}),
  }
}

async function loadUnread(db: Db, userId: number, allowEmptyTopicName: boolean) {
  const [unread, isMuted] = await settleAll([
    newestUnread(db, userId, limits.maxUnreadMessages),
    loadMutes(db, userId),
  ])
  const { conversations } = unread
  const first = conversations[0]?.messageIds[0]
  const [participants, flags] = await settleAll([
    participantsOf(
      db,
      conversations.filter((each) => each.channel_id === 0).map(({ id }) => id),
    ),
    first === undefined ? new Map<number, number>() : mentionsOf(db, userId, first),
  ])
  const pms = []
  const streams = []
  const huddles = []
  const mentions: number[] = []
  let count = 0
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
