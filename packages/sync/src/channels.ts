import type { Payload } from '@tagma/contract/define.ts'
import type { streamCreateEvent, streamUpdateEvent } from '@tagma/contract/events/stream.ts'
import type { State } from './state.ts'

type ChannelEvent = Payload<typeof streamCreateEvent> | Payload<typeof streamUpdateEvent>

/** Takes in channels that came into being or became known, and changes of channels. */
export function applyChannels(state: State, event: ChannelEvent): State {
  return event.op === 'create' ? create(state, event) : update(state, event)
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
  const apply = <C extends { stream_id: number }>(channels: C[]) =>
    channels.map((channel) => (channel.stream_id === stream_id ? { ...channel, ...change } : channel))
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
    // A new channel has nobody in it yet; lists of subscribers are kept only by clients that asked for them.
    const listsSubscribers = channels.some((channel) => channel.subscribers)
    const fresh = event.streams
      .filter((channel) => !known.has(channel.stream_id))
      .map((channel) =>
        listsSubscribers && !channel.subscribers ? { ...channel, subscribers: [] } : channel,
      )
    next.never_subscribed = byId([...next.never_subscribed, ...fresh])
  }
  if (next.streams) {
    const ids = new Set(event.streams.map((channel) => channel.stream_id))
    next.streams = byId([...next.streams.filter((channel) => !ids.has(channel.stream_id)), ...event.streams])
  }
  return next
}

/** Channels in the order that the server lists them in. */
export const byId = <C extends { stream_id: number }>(channels: C[]): C[] =>
  channels.toSorted((a, b) => a.stream_id - b.stream_id)
