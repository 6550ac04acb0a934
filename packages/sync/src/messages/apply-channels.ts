import { without } from './apply-coming.ts'
import { withFlag } from './apply-marks.ts'
import { type Aspect, dependsOn } from './depends-on.ts'
import type { Facts } from './facts.ts'
import { type Fitting, fits, isLimited } from './fits.ts'
import type { MessageReducer } from './message-reducer.ts'
import { changeWindows, type Messages } from './messages.ts'
import { topicKey } from './narrow.ts'
import { stale, type Window, withoutIds } from './window.ts'

/** Takes in that the user mutes or follows a topic, or no longer does. */
export const applyPolicy: MessageReducer<'user_topic'> = (messages, event, facts) =>
  withPlaces(messages, { channelId: event.stream_id, topic: event.topic_name }, 'policies', facts)

/** Takes in that subscriptions began, ended, or were muted. */
export const applySubscription: MessageReducer<'subscription'> = (messages, event, facts) => {
  if (event.op === 'update')
    return event.property === 'is_muted' || event.property === 'in_home_view'
      ? withPlaces(messages, { channelId: event.stream_id }, 'policies', facts)
      : messages
  if (event.op !== 'add' && event.op !== 'remove') return messages
  const channels = new Set(event.subscriptions.map((channel) => channel.stream_id))
  // In channels that the user is not subscribed to, everything counts as read, and no events come.
  const read =
    event.op === 'remove' ? withFlag(messages, idsIn(messages, channels), 'read', true, facts) : messages
  return changeWindows(read, (window) =>
    isLimited(window.narrow) || concerns(window, channels) || dependsOn(window.narrow, 'policies')
      ? stale(window, messages.position)
      : window,
  )
}

/** Takes in channels that went out of sight, and changes that decide which of their messages the user may read. */
export const applyStream: MessageReducer<'stream'> = (messages, event) => {
  if (event.op === 'create') return messages
  if (event.op === 'delete') return without(messages, idsIn(messages, new Set(event.stream_ids)))
  const { property, stream_id } = event
  if (property !== 'invite_only' && property !== 'is_archived' && property !== 'is_web_public')
    return messages
  const channels = new Set([stream_id])
  return changeWindows(messages, (window) =>
    dependsOn(window.narrow, 'channels') || concerns(window, channels)
      ? stale(window, messages.position)
      : window,
  )
}

const idsIn = (messages: Messages, channels: ReadonlySet<number>): number[] =>
  [...messages.byId].flatMap(([id, { stream_id }]) =>
    stream_id !== undefined && channels.has(stream_id) ? [id] : [],
  )

/** Tells whether a window shows one of some channels, or holds one of their kinds. */
const concerns = ({ narrow }: Window, channels: ReadonlySet<number>): boolean =>
  narrow.some(
    ({ operator, operand }) =>
      operator === 'with' ||
      operator === 'channels' ||
      (operator === 'channel' && typeof operand === 'number' && channels.has(operand)),
  )

/** Takes messages out of windows that they no longer fit. Where others may come in, the window becomes stale. */
function withPlaces(
  messages: Messages,
  place: { readonly channelId: number; readonly topic?: string },
  aspect: Aspect,
  facts: Facts,
): Messages {
  const { channelId, topic } = place
  const key = topic === undefined ? undefined : topicKey(topic)
  const some: Omit<Fitting, 'id'> = {
    type: 'stream',
    stream_id: channelId,
    ...(topic === undefined ? {} : { subject: topic }),
  }
  return changeWindows(messages, (window) => {
    const { narrow } = window
    if (!dependsOn(narrow, aspect)) return window
    const leaving = window.ids.filter((id) => {
      const message = messages.byId.get(id)
      return (
        message?.stream_id === channelId &&
        (key === undefined || topicKey(message.subject) === key) &&
        fits(narrow, message, facts) === 'no'
      )
    })
    const next = withoutIds(window, leaving, messages.position)
    return fits(narrow, { id: -1, ...some }, facts) === 'no' ? next : stale(next, messages.position)
  })
}
