import type { Payload } from '@tagma/contract/define.ts'
import type { defaultStreamsEvent } from '@tagma/contract/events/default-streams.ts'
import type {
  streamCreateEvent,
  streamDeleteEvent,
  streamUpdateEvent,
} from '@tagma/contract/events/stream.ts'
import type { UnsubscribedChannel } from '@tagma/contract/objects/channel.ts'
import type { State } from './state.ts'

type ChannelEvent =
  | Payload<typeof streamCreateEvent>
  | Payload<typeof streamUpdateEvent>
  | Payload<typeof streamDeleteEvent>

/** Takes in channels that were created or came into or out of sight, and changes of channels. */
export function applyChannels(state: State, event: ChannelEvent): State {
  switch (event.op) {
    case 'create':
      return create(state, event)
    case 'update':
      return update(state, event)
    case 'delete':
      return remove(state, new Set(event.stream_ids))
  }
}

/** Takes in the list of channels that new users are subscribed to. */
export function applyDefaultChannels(state: State, event: Payload<typeof defaultStreamsEvent>): State {
  return state.realm_default_streams ? { ...state, realm_default_streams: event.default_streams } : state
}

function remove(state: State, ids: ReadonlySet<number>): State {
  const rest = <C extends { stream_id: number }>(channels: C[]) =>
    channels.filter((channel) => !ids.has(channel.stream_id))
  return {
    ...state,
    ...(state.subscriptions ? { subscriptions: rest(state.subscriptions) } : {}),
    ...(state.unsubscribed ? { unsubscribed: rest(state.unsubscribed) } : {}),
    ...(state.never_subscribed ? { never_subscribed: rest(state.never_subscribed) } : {}),
    ...(state.streams ? { streams: rest(state.streams) } : {}),
  }
}

function update(
  state: State,
  {
    stream_id,
    property,
    value,
    rendered_description,
    history_public_to_subscribers,
    is_web_public,
  }: Payload<typeof streamUpdateEvent>,
): State {
  const change = {
    [property]: value,
    ...(rendered_description === undefined ? {} : { rendered_description }),
    ...(history_public_to_subscribers === undefined ? {} : { history_public_to_subscribers }),
    ...(is_web_public === undefined ? {} : { is_web_public }),
  }
  return changeChannels(state, new Set([stream_id]), (channel) => ({ ...channel, ...change }))
}

/** Changes channels in all lists. A list without any of them stays the same. */
export function changeChannels(
  state: State,
  ids: ReadonlySet<number>,
  change: <C extends UnsubscribedChannel>(channel: C) => C,
): State {
  const apply = <C extends UnsubscribedChannel>(channels: C[]): C[] => {
    let next: C[] | undefined
    for (let index = 0; index < channels.length; index++) {
      const channel = channels[index] as C
      if (ids.has(channel.stream_id)) (next ??= [...channels])[index] = change(channel)
    }
    return next ?? channels
  }
  return {
    ...state,
    ...(state.subscriptions ? { subscriptions: apply(state.subscriptions) } : {}),
    ...(state.unsubscribed ? { unsubscribed: apply(state.unsubscribed) } : {}),
    ...(state.never_subscribed ? { never_subscribed: apply(state.never_subscribed) } : {}),
    ...(state.streams ? { streams: apply(state.streams) } : {}),
  }
}

function create(state: State, event: Payload<typeof streamCreateEvent>): State {
  const next = { ...state }
  const channels = [
    ...(state.subscriptions ?? []),
    ...(state.unsubscribed ?? []),
    ...(state.never_subscribed ?? []),
  ]
  const known = new Set(channels.map((channel) => channel.stream_id))
  if (next.never_subscribed) {
    // A new channel has no subscribers yet.
    const isListed = listsSubscribers(channels)
    const fresh = event.streams
      .filter((channel) => !known.has(channel.stream_id))
      .map((channel) => (isListed && !channel.subscribers ? { ...channel, subscribers: [] } : channel))
    next.never_subscribed = byId([...next.never_subscribed, ...fresh])
  }
  if (next.streams) {
    const ids = new Set(event.streams.map((channel) => channel.stream_id))
    next.streams = byId([...next.streams.filter((channel) => !ids.has(channel.stream_id)), ...event.streams])
  }
  return next
}

/** Sorts channels like the server. */
export const byId = <C extends { stream_id: number }>(channels: C[]): C[] =>
  channels.toSorted((a, b) => a.stream_id - b.stream_id)

/** Whether the client asked for lists of subscribers. A client without channels keeps the lists it gets. */
export const listsSubscribers = (channels: readonly { subscribers?: number[] | undefined }[]): boolean =>
  channels.length === 0 || channels.some((channel) => channel.subscribers)
