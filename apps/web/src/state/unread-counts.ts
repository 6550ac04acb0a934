import type { Conversation } from './conversations.ts'

/** Numbers of unread messages, as places show them. Muted conversations are left out. */
export interface UnreadCounts {
  readonly total: number
  readonly mentions: number
  readonly direct: number
  readonly channels: ReadonlyMap<number, ChannelUnread>
}

export interface ChannelUnread {
  readonly count: number
  readonly hasMention: boolean
  /** Unread messages in muted topics, or in a muted channel. */
  readonly muted: number
}

const nothing: ChannelUnread = { count: 0, hasMention: false, muted: 0 }

/** Counts unread messages by place. */
export function unreadCountsOf(conversations: readonly Conversation[], mentions: number): UnreadCounts {
  const channels = new Map<number, ChannelUnread>()
  let total = 0
  let direct = 0
  for (const { channelId, unread, hasMention, isMuted } of conversations) {
    if (unread === 0) continue
    if (!isMuted) total += unread
    if (channelId === undefined) {
      direct += unread
      continue
    }
    const known = channels.get(channelId) ?? nothing
    channels.set(channelId, {
      count: known.count + (isMuted ? 0 : unread),
      muted: known.muted + (isMuted ? unread : 0),
      hasMention: known.hasMention || hasMention,
    })
  }
  return { total, mentions, direct, channels }
}
