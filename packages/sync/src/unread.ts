import { ascending, withNumber, withNumbers, withoutNumbers } from './ascending.ts'
import type { State } from './state.ts'

export type Unread = NonNullable<State['unread_msgs']>

/** The conversation of an unread message: the needed part of a message, or of the details in a flag event. */
export interface UnreadPlace {
  readonly id: number
  readonly mentioned: boolean
  readonly place:
    | { readonly channelId: number; readonly topic: string }
    | { readonly otherUserIds: readonly number[] }
}

/** Adds a message to the unread messages of its conversation, without counting it. `ownId` is the user's id. */
export function addUnread(unread: Unread, ownId: number, message: UnreadPlace): Unread {
  const { place, id } = message
  const mentions = message.mentioned ? withNumber(unread.mentions, id) : unread.mentions
  if ('channelId' in place) return { ...unread, mentions, streams: addToTopic(unread.streams, place, [id]) }
  if (place.otherUserIds.length > 1) {
    const key = ascending([...place.otherUserIds, ownId]).join(',')
    const index = unread.huddles.findIndex((group) => group.user_ids_string === key)
    const huddles = addTo(unread.huddles, index, [id], { user_ids_string: key, unread_message_ids: [] })
    return { ...unread, mentions, huddles }
  }
  const other = place.otherUserIds[0] ?? ownId
  const index = unread.pms.findIndex((group) => group.other_user_id === other)
  const pms = addTo(unread.pms, index, [id], {
    other_user_id: other,
    sender_id: other,
    unread_message_ids: [],
  })
  return { ...unread, mentions, pms }
}

/** Adds messages to the unread ones of a topic. */
export function addToTopic(
  streams: Unread['streams'],
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  ids: readonly number[],
): Unread['streams'] {
  return addTo(streams, indexOfTopic(streams, channelId, topic), ids, {
    stream_id: channelId,
    topic,
    unread_message_ids: [],
  })
}

/** Finds a topic, in any case. There are many topics: their names are compared only within the channel. */
export function indexOfTopic(streams: Unread['streams'], channelId: number, topic: string): number {
  const key = topic.toLowerCase()
  return streams.findIndex(
    (group) => group.stream_id === channelId && (group.topic === topic || group.topic.toLowerCase() === key),
  )
}

interface Group {
  readonly unread_message_ids: number[]
}

function addTo<G extends Group>(groups: G[], index: number, ids: readonly number[], empty: G): G[] {
  const group = groups[index]
  if (!group) return [...groups, { ...empty, unread_message_ids: [...ids] }]
  const unread_message_ids = withNumbers(group.unread_message_ids, ids)
  return unread_message_ids === group.unread_message_ids
    ? groups
    : groups.with(index, { ...group, unread_message_ids })
}

/** Removes messages from the unread messages of all conversations. What holds none of them stays the same object. */
export function removeUnread(unread: Unread, ids: readonly number[]): Unread {
  const gone = isAscending(ids) ? ids : ascending(ids)
  const streams = strip(unread.streams, gone)
  const pms = strip(unread.pms, gone)
  const huddles = strip(unread.huddles, gone)
  const mentions = withoutNumbers(unread.mentions, gone)
  return streams === unread.streams &&
    pms === unread.pms &&
    huddles === unread.huddles &&
    mentions === unread.mentions
    ? unread
    : { ...unread, streams, pms, huddles, mentions }
}

const isAscending = (ids: readonly number[]) =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0) < id)

function strip<G extends Group>(groups: G[], gone: readonly number[]): G[] {
  let next: G[] | undefined
  let emptied = 0
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index] as G
    const rest = withoutNumbers(group.unread_message_ids, gone)
    if (rest === group.unread_message_ids) continue
    next ??= [...groups]
    next[index] = { ...group, unread_message_ids: rest }
    if (rest.length === 0) emptied++
  }
  if (!next) return groups
  return emptied === 0 ? next : next.filter((group) => group.unread_message_ids.length > 0)
}
