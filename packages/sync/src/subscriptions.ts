import type { Payload } from '@tagma/contract/define.ts'
import type {
  subscriptionAddEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  subscriptionRemoveEvent,
  subscriptionUpdateEvent,
} from '@tagma/contract/events/subscription.ts'
import type { Subscription } from '@tagma/contract/objects/channel.ts'
import { ascending, withNumbers, withoutNumbers } from './ascending.ts'
import { changeOne } from './change-one.ts'
import { byId, changeChannels, listsSubscribers } from './channels.ts'
import type { State } from './state.ts'
import { removeUnread } from './unread.ts'

type SubscriptionEvent =
  | Payload<typeof subscriptionAddEvent>
  | Payload<typeof subscriptionRemoveEvent>
  | Payload<typeof subscriptionUpdateEvent>
  | Payload<typeof subscriptionPeerAddEvent>
  | Payload<typeof subscriptionPeerRemoveEvent>

/** Takes in subscriptions that began or ended, of the user and of others. */
export function applySubscription(state: State, event: SubscriptionEvent): State {
  switch (event.op) {
    case 'add':
      return addOwn(state, event.subscriptions)
    case 'remove':
      return removeOwn(state, new Set(event.subscriptions.map((channel) => channel.stream_id)))
    case 'update':
      return updateOwn(state, event)
    case 'peer_add':
      return changePeers(state, event, (ids) => withNumbers(ids, event.user_ids), event.user_ids.length)
    case 'peer_remove':
      return changePeers(
        state,
        event,
        (ids) => withoutNumbers(ids, ascending(event.user_ids)),
        -event.user_ids.length,
      )
  }
}

function addOwn(state: State, added: readonly Subscription[]): State {
  if (!state.subscriptions) return state
  const ids = new Set(added.map((channel) => channel.stream_id))
  const rest = <C extends { stream_id: number }>(channels: C[] | undefined) =>
    channels?.filter((channel) => !ids.has(channel.stream_id))
  const wantsSubscribers = listsSubscribers([...state.subscriptions, ...(state.never_subscribed ?? [])])
  const subscriptions = added.map((channel) => (wantsSubscribers ? channel : without(channel, 'subscribers')))
  return withCounts(
    {
      ...state,
      subscriptions: byId([...(rest(state.subscriptions) ?? []), ...subscriptions]),
      ...(state.unsubscribed ? { unsubscribed: rest(state.unsubscribed) ?? [] } : {}),
      ...(state.never_subscribed ? { never_subscribed: rest(state.never_subscribed) ?? [] } : {}),
    },
    new Map(added.map((channel) => [channel.stream_id, channel.subscriber_count])),
  )
}

function updateOwn(
  state: State,
  { stream_id, property, value }: Payload<typeof subscriptionUpdateEvent>,
): State {
  if (!state.subscriptions) return state
  return {
    ...state,
    subscriptions: changeOne(
      state.subscriptions,
      (channel) => channel.stream_id === stream_id,
      (channel) => ({ ...channel, [property]: value }),
    ),
  }
}

function removeOwn(state: State, ids: ReadonlySet<number>): State {
  if (!state.subscriptions) return state
  const gone = state.subscriptions.filter((channel) => ids.has(channel.stream_id))
  const counts = new Map(gone.map((channel) => [channel.stream_id, channel.subscriber_count - 1]))
  const left = gone.map((channel): Subscription => ({
    ...channel,
    subscriber_count: channel.subscriber_count - 1,
    ...(channel.subscribers ? { subscribers: channel.subscribers.filter((id) => id !== state.user_id) } : {}),
  }))
  const next = {
    ...state,
    subscriptions: state.subscriptions.filter((channel) => !ids.has(channel.stream_id)),
    ...(state.unsubscribed ? { unsubscribed: byId([...state.unsubscribed, ...left]) } : {}),
  }
  if (next.unread_msgs) {
    const unread = next.unread_msgs.streams
      .filter((group) => ids.has(group.stream_id))
      .flatMap((group) => group.unread_message_ids)
    next.unread_msgs = removeUnread(next.unread_msgs, unread)
  }
  return withCounts(next, counts)
}

function without<T extends object, K extends keyof T>(value: T, ...keys: readonly K[]): Omit<T, K> {
  const copy: Partial<T> = { ...value }
  for (const key of keys) delete copy[key]
  return copy as Omit<T, K>
}

/** Sets the number of subscribers in the list of all channels. */
function withCounts(state: State, counts: ReadonlyMap<number, number>): State {
  if (!state.streams) return state
  return {
    ...state,
    streams: state.streams.map((channel) => {
      const subscriber_count = counts.get(channel.stream_id) ?? channel.subscriber_count
      return subscriber_count === channel.subscriber_count ? channel : { ...channel, subscriber_count }
    }),
  }
}

function changePeers(
  state: State,
  event: { stream_ids: number[] },
  change: (ids: number[]) => number[],
  difference: number,
): State {
  const ids = new Set(event.stream_ids)
  return changeChannels(state, ids, (channel) => ({
    ...channel,
    subscriber_count: channel.subscriber_count + difference,
    ...(channel.subscribers ? { subscribers: change(channel.subscribers) } : {}),
  }))
}
