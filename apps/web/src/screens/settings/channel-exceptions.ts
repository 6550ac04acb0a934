import type { State } from '@tagma/sync/state.ts'
import type { notificationWays } from './setting-groups.ts'

type Subscription = NonNullable<State['subscriptions']>[number]

/** Each way of telling: what a channel has for it, and the general setting that holds while a channel has nothing. */
export const channelNotifications = [
  ['screen', 'desktop_notifications', 'enable_stream_desktop_notifications'],
  ['sound', 'audible_notifications', 'enable_stream_audible_notifications'],
  ['phone', 'push_notifications', 'enable_stream_push_notifications'],
  ['mail', 'email_notifications', 'enable_stream_email_notifications'],
  ['everybody', 'wildcard_mentions_notify', 'wildcard_mentions_notify'],
] as const satisfies readonly (readonly [
  (typeof notificationWays)[number],
  keyof Subscription,
  keyof NonNullable<State['user_settings']>,
])[]

/** The choices that a channel can have for itself. */
type ChannelNotification = (typeof channelNotifications)[number][1]

/** A way in which a channel tells otherwise than channels do in general. */
type Difference = (typeof channelNotifications)[number]

/** Returns the ways in which a channel tells otherwise than channels in general. A channel that says the same is no exception. */
export const differencesOf = (
  own: Pick<Subscription, ChannelNotification>,
  settings: State['user_settings'],
): readonly Difference[] =>
  channelNotifications.filter(
    ([, property, general]) => own[property] !== null && own[property] !== (settings?.[general] === true),
  )
