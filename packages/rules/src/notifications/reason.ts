/** Reason to notify a user of a message. */
export type Reason =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned_in_followed_topic'
  | 'stream_wildcard_mentioned_in_followed_topic'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic'
  | 'channel'

/** Facts about a message and one of its recipients. */
export interface Concern {
  /**
   * True for the sender, a bot, and a deactivated user. True for every message of Welcome Bot, too: newcomers see it at
   * once.
   */
  readonly isOutside: boolean
  readonly mutesSender: boolean
  readonly hasRead: boolean
  readonly isDirect: boolean
  /** In person or by a group. */
  readonly isMentioned: boolean
  readonly isTopicWildcardMentioned: boolean
  readonly isChannelWildcardMentioned: boolean
  readonly hasAlertWord: boolean
  readonly topic: 'inherit' | 'muted' | 'unmuted' | 'followed'
  readonly subscription: {
    readonly isMuted: boolean
    /** Whether mentions of everybody notify; null follows the user's own setting. */
    readonly wildcards: boolean | null
  }
  readonly settings: {
    readonly wildcard_mentions_notify: boolean
    readonly enable_followed_topic_wildcard_mentions_notify: boolean
  }
}

/** Wishes for one way of notifying; `personal` means direct messages and mentions of all kinds. */
export interface Wishes {
  readonly personal: boolean
  readonly followed: boolean
  readonly channel: boolean
}

/** Returns why no way may notify, whatever the wishes; or undefined. */
export function outsideReason(
  concern: Concern,
): 'not_for_them' | 'sender_is_muted' | 'already_read' | undefined {
  if (concern.isOutside) return 'not_for_them'
  if (concern.mutesSender) return 'sender_is_muted'
  return concern.hasRead ? 'already_read' : undefined
}

/**
 * Finds the strongest reason.
 * - A muted topic allows only personal mentions.
 * - A muted channel, unless the topic is unmuted, silences notifications of the channel. Notifications of a followed
 *   topic get through, and so do mentions of everybody if the subscription asks for them.
 */
export function reasonFor(concern: Concern, { personal, followed, channel }: Wishes): Reason | undefined {
  const { topic, subscription, settings } = concern
  if (concern.isDirect) return personal ? 'direct_message' : undefined
  if (personal && concern.isMentioned) return 'mentioned'
  if (topic === 'muted') return undefined
  const isFollowed = topic === 'followed'
  const isMuted = subscription.isMuted && topic !== 'unmuted'
  if (personal && isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (concern.isTopicWildcardMentioned) return 'topic_wildcard_mentioned_in_followed_topic'
    if (concern.isChannelWildcardMentioned) return 'stream_wildcard_mentioned_in_followed_topic'
  }
  if (personal && (subscription.wildcards ?? (!isMuted && settings.wildcard_mentions_notify))) {
    if (concern.isTopicWildcardMentioned) return 'topic_wildcard_mentioned'
    if (concern.isChannelWildcardMentioned) return 'stream_wildcard_mentioned'
  }
  if (isFollowed && followed) return 'followed_topic'
  return channel && !isMuted ? 'channel' : undefined
}
