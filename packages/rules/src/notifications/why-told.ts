import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import { type ScreenReason, screenReasonFor } from './decide-on-screen.ts'
import { type Concern, reasonFor, type Wishes } from './reason.ts'
import { type ArrivedMessage, type State, viewerInState } from './viewer-in-state.ts'

/** Ways in which one is told of messages. */
export const ways = ['screen', 'sound', 'phone', 'mail'] as const
export type Way = (typeof ways)[number]

/** The switch that decides: a setting of one's own, or the one that a channel has for the way. */
export type Decider = { readonly setting: UserSettingName } | { readonly channelSetting: ChannelSetting }

type ChannelSetting =
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'

/**
 * Whether a way tells of a message, and why. `switched_off`: the reason would count if the switch `by` were on. The other
 * silences have no switch.
 */
export type Explanation =
  | { readonly isTold: true; readonly reason: ScreenReason; readonly by: Decider }
  | {
      readonly isTold: false
      readonly why: 'switched_off'
      readonly reason: ScreenReason
      readonly by: Decider
    }
  | { readonly isTold: false; readonly why: HardSilence }

export type HardSilence =
  | 'own_message'
  | 'welcome_bot'
  | 'sender_is_muted'
  | 'not_subscribed'
  | 'topic_is_muted'
  | 'channel_is_muted'

interface WaySettings {
  readonly personal: UserSettingName
  readonly followed: UserSettingName
  readonly channel: UserSettingName
  readonly own: Exclude<ChannelSetting, 'wildcard_mentions_notify'>
}

const settingsOf: Readonly<Record<Way, WaySettings>> = {
  screen: {
    personal: 'enable_desktop_notifications',
    followed: 'enable_followed_topic_desktop_notifications',
    channel: 'enable_stream_desktop_notifications',
    own: 'desktop_notifications',
  },
  sound: {
    personal: 'enable_sounds',
    followed: 'enable_followed_topic_audible_notifications',
    channel: 'enable_stream_audible_notifications',
    own: 'audible_notifications',
  },
  phone: {
    personal: 'enable_offline_push_notifications',
    followed: 'enable_followed_topic_push_notifications',
    channel: 'enable_stream_push_notifications',
    own: 'push_notifications',
  },
  mail: {
    personal: 'enable_offline_email_notifications',
    followed: 'enable_followed_topic_email_notifications',
    channel: 'enable_stream_email_notifications',
    own: 'email_notifications',
  },
}

/**
 * Explains by what a client knows whether each way tells of a message: by the present settings, as if the message came now,
 * unread and unseen, to somebody who is away.
 */
export function whyTold(
  state: State,
  message: ArrivedMessage,
  flags: readonly string[],
): Readonly<Record<Way, Explanation>> {
  const concern = viewerInState(
    state,
    message,
    flags.filter((flag) => flag !== 'read'),
    false,
  )
  const explained = ways.map((way) => [way, explanation(state, message, concern, way)] as const)
  return Object.fromEntries(explained) as Record<Way, Explanation>
}

function explanation(state: State, message: ArrivedMessage, concern: Concern, way: Way): Explanation {
  const silence = hardSilence(state, message, concern, way)
  if (silence) return { isTold: false, why: silence }
  const names = settingsOf[way]
  const subscription = state.subscriptions?.find(({ stream_id }) => stream_id === message.stream_id)
  const own = subscription?.[names.own] ?? null
  const isOn = (name: UserSettingName) => state.user_settings?.[name] === true
  const wishes: Wishes = {
    personal: isOn(names.personal),
    followed: isOn(names.followed),
    channel: own ?? isOn(names.channel),
  }
  const reasonBy = way === 'screen' || way === 'sound' ? screenReasonFor : reasonFor
  const reason = reasonBy(concern, wishes)
  if (reason) return { isTold: true, reason, by: deciderOf(reason, names, own !== null) }
  const withWildcards: Concern = {
    ...concern,
    settings: { wildcard_mentions_notify: true, enable_followed_topic_wildcard_mentions_notify: true },
  }
  const asked: Concern = { ...concern, subscription: { ...concern.subscription, wildcards: true } }
  // The first switch that would have told, one after another.
  const tries: readonly [Concern, Wishes, (found: ScreenReason) => Decider][] = [
    [concern, { ...wishes, personal: true }, () => ({ setting: names.personal })],
    [withWildcards, { ...wishes, personal: true }, (found) => ({ setting: wildcardSetting(found) })],
    [asked, { ...wishes, personal: true }, () => ({ channelSetting: 'wildcard_mentions_notify' })],
    [concern, { ...wishes, followed: true }, () => ({ setting: names.followed })],
    [concern, { ...wishes, channel: true }, () => ({ channelSetting: names.own })],
  ]
  for (const [imagined, wanted, by] of tries) {
    const found = reasonBy(imagined, wanted)
    if (found) return { isTold: false, why: 'switched_off', reason: found, by: by(found) }
  }
  return { isTold: false, why: concern.topic === 'muted' ? 'topic_is_muted' : 'channel_is_muted' }
}

/** Returns why nothing tells of a message whatever is switched on, if that is so. */
function hardSilence(
  state: State,
  message: ArrivedMessage,
  concern: Concern,
  way: Way,
): HardSilence | undefined {
  if (concern.isOutside) return 'own_message'
  if (concern.mutesSender) return 'sender_is_muted'
  // Newcomers see its messages at once.
  const isAway = way === 'phone' || way === 'mail'
  const sender = state.cross_realm_bots?.find(({ user_id }) => user_id === message.sender_id)
  if (isAway && sender?.email.startsWith('welcome-bot@')) return 'welcome_bot'
  const isSubscribed = state.subscriptions?.some(({ stream_id }) => stream_id === message.stream_id)
  return concern.isDirect || isSubscribed ? undefined : 'not_subscribed'
}

const wildcardSetting = (reason: ScreenReason): UserSettingName =>
  reason.endsWith('_in_followed_topic')
    ? 'enable_followed_topic_wildcard_mentions_notify'
    : 'wildcard_mentions_notify'

function deciderOf(reason: ScreenReason, names: WaySettings, hasOwn: boolean): Decider {
  if (reason === 'followed_topic') return { setting: names.followed }
  if (reason !== 'channel') return { setting: names.personal }
  return hasOwn ? { channelSetting: names.own } : { setting: names.channel }
}
