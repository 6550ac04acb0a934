import type { Subscription, UnsubscribedChannel } from '@tagma/contract/objects/channel.ts'
import { remembering } from '../remembering.ts'
import type { State } from '../state.ts'

/** A channel that the user knows: with their settings if they are subscribed. */
export type KnownChannel = Subscription | UnsubscribedChannel

const byId = <C extends { readonly stream_id: number }>() =>
  remembering(
    (channels: readonly C[] | undefined): ReadonlyMap<number, C> =>
      new Map(channels?.map((channel) => [channel.stream_id, channel])),
  )

const subscribed = byId<Subscription>()
const unsubscribed = byId<UnsubscribedChannel>()

/** Returns the user's subscription to a channel. */
export const subscriptionOf = (state: State, channelId: number): Subscription | undefined =>
  subscribed(state.subscriptions).get(channelId)

/** Returns a channel; undefined for channels that the user may not know. */
export const channelOf = (state: State, channelId: number): KnownChannel | undefined =>
  subscriptionOf(state, channelId) ??
  unsubscribed(state.unsubscribed).get(channelId) ??
  unsubscribed(state.never_subscribed).get(channelId)
