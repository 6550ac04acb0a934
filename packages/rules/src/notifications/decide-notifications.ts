import { type Concern, outsideReason, type Reason, reasonFor, type Wishes } from './reason.ts'

/** Reason not to notify: own message or a bot's; a muted sender; read; online; no setting asks for it. */
export type Silence = 'not_for_them' | 'sender_is_muted' | 'already_read' | 'online' | 'not_asked_for'

export type Verdict =
  | { readonly notify: true; readonly reason: Reason }
  | { readonly notify: false; readonly why: Silence }

/**
 * Facts about one recipient of one message that the decision needs. An alert word alone makes clients show a
 * notification, but neither rings a phone nor writes mail.
 */
export interface Receiver extends Concern {
  /** Active by presence, and polling. An invisible user is never active by presence. */
  readonly isOnline: boolean
  /** Settings for the channel; null follows the user's own setting. */
  readonly subscription: Concern['subscription'] & {
    readonly push: boolean | null
    readonly email: boolean | null
  }
  readonly settings: Concern['settings'] & {
    readonly enable_offline_push_notifications: boolean
    readonly enable_online_push_notifications: boolean
    readonly enable_offline_email_notifications: boolean
    readonly enable_stream_push_notifications: boolean
    readonly enable_stream_email_notifications: boolean
    readonly enable_followed_topic_push_notifications: boolean
    readonly enable_followed_topic_email_notifications: boolean
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

function verdict(receiver: Receiver, wishes: Wishes): Verdict {
  const reason = reasonFor(receiver, wishes)
  return reason ? { notify: true, reason } : silent('not_asked_for')
}
