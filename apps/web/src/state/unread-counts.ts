import { type Conversation, partsOf } from './conversations.ts'

/** Numbers of unread messages, as places show them. Of muted conversations only mentions count. */
export interface UnreadCounts {
  readonly total: number
  readonly mentions: number
  readonly direct: number
  readonly channels: ReadonlyMap<number, ChannelUnread>
}

export interface ChannelUnread {
  readonly count: number
  readonly hasMention: boolean
  /** Other unread messages in muted topics, or in a muted channel. */
  readonly muted: number
}

const nothing: ChannelUnread = { count: 0, hasMention: false, muted: 0 }

/** Counts unread messages by place. */
export function unreadCountsOf(conversations: readonly Conversation[], mentions: number): UnreadCounts {
  const channels = new Map<number, ChannelUnread>()
  let total = 0
  let direct = 0
  for (const part of partsOf(conversations)) {
    const counts = countsOf(part)
    total += counts.total
    direct += counts.direct
    for (const [channelId, unread] of counts.channels) channels.set(channelId, unread)
  }
  return { total, mentions, direct, channels }
}

type PartCounts = Omit<UnreadCounts, 'mentions'>

const known = new WeakMap<readonly Conversation[], PartCounts>()

/** Counts a list of conversations, once. */
function countsOf(part: readonly Conversation[]): PartCounts {
  const before = known.get(part)
  if (before) return before
  const channels = new Map<number, ChannelUnread>()
  let total = 0
  let direct = 0
  for (const { channelId, unread, counted, hasMention } of part) {
    if (unread === 0) continue
    total += counted
    if (channelId === undefined) {
      direct += unread
      continue
    }
    const others = channels.get(channelId) ?? nothing
    channels.set(channelId, {
      count: others.count + counted,
      muted: others.muted + unread - counted,
      hasMention: others.hasMention || hasMention,
    })
  }
  const counts = { total, direct, channels }
  known.set(part, counts)
  return counts
}
