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

/** Reason not to notify: own message or a bot's; a muted sender; read; online; no setting asks for it. */
export type Silence = 'not_for_them' | 'sender_is_muted' | 'already_read' | 'online' | 'not_asked_for'

export type Verdict =
  | { readonly notify: true; readonly reason: Reason }
  | { readonly notify: false; readonly why: Silence }

/** Facts about one recipient of one message that the decision needs. */
export interface Receiver {
  /**
   * True for the sender, a bot, and a deactivated user. True for every message of Welcome Bot, too: newcomers see it at
   * once.
   */
  readonly isOutside: boolean
  readonly mutesSender: boolean
  readonly hasRead: boolean
  /** Active by presence, and polling. An invisible user is never active by presence. */
  readonly isOnline: boolean
  readonly isDirect: boolean
  /** In person or by a group. */
  readonly isMentioned: boolean
  readonly isTopicWildcardMentioned: boolean
  readonly isChannelWildcardMentioned: boolean
  /** An alert word alone makes clients show a notification, but neither rings a phone nor writes mail. */
  readonly hasAlertWord: boolean
  readonly topic: 'inherit' | 'muted' | 'unmuted' | 'followed'
  /** Settings for the channel; null follows the user's own setting. */
  readonly subscription: {
    readonly isMuted: boolean
    readonly push: boolean | null
    readonly email: boolean | null
    readonly wildcards: boolean | null
  }
  readonly settings: {
    readonly enable_offline_push_notifications: boolean
    readonly enable_online_push_notifications: boolean
    readonly enable_offline_email_notifications: boolean
    readonly enable_stream_push_notifications: boolean
    readonly enable_stream_email_notifications: boolean
    readonly enable_followed_topic_push_notifications: boolean
    readonly enable_followed_topic_email_notifications: boolean
    readonly wildcard_mentions_notify: boolean
    readonly enable_followed_topic_wildcard_mentions_notify: boolean
  }
}

const silent = (why: Silence): Verdict => ({ notify: false, why })

/** Decides whether a message rings a user's phone and whether mail is written about it. */
export function decideNotifications(receiver: Receiver): { push: Verdict; email: Verdict } {
  const { settings, subscription, isOnline } = receiver
  const outside = outsideReason(receiver)
  if (outside) return { push: silent(outside), email: silent(outside) }
  return {
    push:
      isOnline && !settings.enable_online_push_notifications
        ? silent('online')
        : verdict(receiver, {
            personal: settings.enable_offline_push_notifications,
            followed: settings.enable_followed_topic_push_notifications,
            channel: subscription.push ?? settings.enable_stream_push_notifications,
          }),
    email: isOnline
      ? silent('online')
      : verdict(receiver, {
          personal: settings.enable_offline_email_notifications,
          followed: settings.enable_followed_topic_email_notifications,
          channel: subscription.email ?? settings.enable_stream_email_notifications,
        }),
  }
}

function outsideReason(receiver: Receiver): Silence | undefined {
  if (receiver.isOutside) return 'not_for_them'
  if (receiver.mutesSender) return 'sender_is_muted'
  return receiver.hasRead ? 'already_read' : undefined
}

/** Wishes for one way of notifying; `personal` means direct messages and mentions of all kinds. */
interface Wishes {
  readonly personal: boolean
  readonly followed: boolean
  readonly channel: boolean
}

function verdict(receiver: Receiver, wishes: Wishes): Verdict {
  const reason = reasonFor(receiver, wishes)
  return reason ? { notify: true, reason } : silent('not_asked_for')
}

/**
 * Finds the strongest reason.
 * - A muted topic allows only personal mentions.
 * - A muted channel, unless the topic is unmuted, silences notifications of the channel. Notifications of a followed
 *   topic get through, and so do mentions of everybody if the subscription asks for them.
 */
function reasonFor(receiver: Receiver, { personal, followed, channel }: Wishes): Reason | undefined {
  const { topic, subscription, settings } = receiver
  if (receiver.isDirect) return personal ? 'direct_message' : undefined
  if (personal && receiver.isMentioned) return 'mentioned'
  if (topic === 'muted') return undefined
  const isFollowed = topic === 'followed'
  const isMuted = subscription.isMuted && topic !== 'unmuted'
  if (personal && isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (receiver.isTopicWildcardMentioned) return 'topic_wildcard_mentioned_in_followed_topic'
    if (receiver.isChannelWildcardMentioned) return 'stream_wildcard_mentioned_in_followed_topic'
  }
  if (personal && (subscription.wildcards ?? (!isMuted && settings.wildcard_mentions_notify))) {
    if (receiver.isTopicWildcardMentioned) return 'topic_wildcard_mentioned'
    if (receiver.isChannelWildcardMentioned) return 'stream_wildcard_mentioned'
  }
  if (isFollowed && followed) return 'followed_topic'
  return channel && !isMuted ? 'channel' : undefined
}
