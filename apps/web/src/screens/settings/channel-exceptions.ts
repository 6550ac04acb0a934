import type { State } from '@tagma/sync/state.ts'
import type { notificationWays } from './setting-groups.ts'

type Subscription = NonNullable<State['subscriptions']>[number]

/** For each way of telling, the setting of a channel and the general one, which holds while the channel has none. */
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

/** Settings of notifications that a channel can have. */
type ChannelNotification = (typeof channelNotifications)[number][1]

/** A way of telling in which a channel differs from the general settings. */
type Difference = (typeof channelNotifications)[number]

/** Returns the ways of telling in which a channel differs from the general settings. An equal choice does not count. */
export const differencesOf = (
  own: Pick<Subscription, ChannelNotification>,
  settings: State['user_settings'],
): readonly Difference[] =>
  channelNotifications.filter(
    ([, property, general]) => own[property] !== null && own[property] !== (settings?.[general] === true),
  )
