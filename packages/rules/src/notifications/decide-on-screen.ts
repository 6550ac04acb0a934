import { type Concern, outsideReason, type Reason, reasonFor, type Wishes } from './reason.ts'

/** Reason to show a notification on the screen or to play a sound. */
export type ScreenReason = Reason | 'alert_word'

/** Reason for silence. `seen`: the conversation is open in a window that has the focus. */
export type ScreenSilence = 'not_for_them' | 'sender_is_muted' | 'already_read' | 'seen' | 'not_asked_for'

export type ScreenVerdict =
  | { readonly notify: true; readonly reason: ScreenReason }
  | { readonly notify: false; readonly why: ScreenSilence }

/** Facts about a message and the person at a client. */
export interface Viewer extends Concern {
  readonly isSeen: boolean
  /** Settings for the channel; null follows the user's own setting. */
  readonly subscription: Concern['subscription'] & {
    readonly screen: boolean | null
    readonly sound: boolean | null
  }
  readonly settings: Concern['settings'] & {
    readonly enable_desktop_notifications: boolean
    readonly enable_sounds: boolean
    readonly enable_followed_topic_desktop_notifications: boolean
    readonly enable_followed_topic_audible_notifications: boolean
    readonly enable_stream_desktop_notifications: boolean
    readonly enable_stream_audible_notifications: boolean
  }
}

/** Decides whether a client shows a notification of a message, and whether it plays a sound. */
export function decideOnScreen(viewer: Viewer): { screen: ScreenVerdict; sound: ScreenVerdict } {
  const { settings, subscription } = viewer
  const why = outsideReason(viewer) ?? (viewer.isSeen ? 'seen' : undefined)
  if (why) return { screen: { notify: false, why }, sound: { notify: false, why } }
  return {
    screen: verdict(viewer, {
      personal: settings.enable_desktop_notifications,
      followed: settings.enable_followed_topic_desktop_notifications,
      channel: subscription.screen ?? settings.enable_stream_desktop_notifications,
    }),
    sound: verdict(viewer, {
      personal: settings.enable_sounds,
      followed: settings.enable_followed_topic_audible_notifications,
      channel: subscription.sound ?? settings.enable_stream_audible_notifications,
    }),
  }
}

/** Finds the strongest reason to show a message or to play a sound: those for phones, and then alert words. */
export const screenReasonFor = (concern: Concern, wishes: Wishes): ScreenReason | undefined =>
  reasonFor(concern, wishes) ?? (wishes.personal && alertCounts(concern) ? 'alert_word' : undefined)

function verdict(viewer: Viewer, wishes: Wishes): ScreenVerdict {
  const reason = screenReasonFor(viewer, wishes)
  return reason ? { notify: true, reason } : { notify: false, why: 'not_asked_for' }
}

/** Whether an alert word is heard: not in a muted topic, nor in a muted channel unless the topic stands out of it. */
const alertCounts = ({ hasAlertWord, topic, subscription }: Concern) =>
  hasAlertWord && topic !== 'muted' && (topic !== 'inherit' || !subscription.isMuted)
