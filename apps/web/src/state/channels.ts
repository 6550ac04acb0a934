import type { State } from '@tagma/sync/state.ts'
import { remember } from './remember.ts'

/** A channel that the user may see: with colour and personal settings if subscribed now or before. */
export type Channel =
  | NonNullable<State['subscriptions']>[number]
  | (NonNullable<State['never_subscribed']>[number] & { readonly color?: undefined })

const byId = remember(
  (
    subscriptions: State['subscriptions'],
    unsubscribed: State['unsubscribed'],
    never: State['never_subscribed'],
  ): ReadonlyMap<number, Channel> =>
    new Map(
      [...(never ?? []), ...(unsubscribed ?? []), ...(subscriptions ?? [])].map((channel) => [
        channel.stream_id,
        channel as Channel,
      ]),
    ),
)

/** All channels that the user may see, by id. */
export const channelsById = (state: State | undefined) =>
  byId(state?.subscriptions, state?.unsubscribed, state?.never_subscribed)

export const channelById = (state: State | undefined, channelId: number) => channelsById(state).get(channelId)
