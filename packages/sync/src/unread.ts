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

const ascending = (ids: Iterable<number>) => [...new Set(ids)].toSorted((a, b) => a - b)

/** Adds a message to the unread messages of its conversation, without counting it. `ownId` is the user's id. */
export function addUnread(unread: Unread, ownId: number, message: UnreadPlace): Unread {
  const { place, id } = message
  const mentions = message.mentioned ? ascending([...unread.mentions, id]) : unread.mentions
  if ('channelId' in place) {
    const isPlace = (group: Unread['streams'][number]) =>
      group.stream_id === place.channelId && group.topic.toLowerCase() === place.topic.toLowerCase()
    const streams = addTo(unread.streams, isPlace, id, () => ({
      stream_id: place.channelId,
      topic: place.topic,
      unread_message_ids: [],
    }))
    return { ...unread, mentions, streams }
  }
  if (place.otherUserIds.length > 1) {
    const key = ascending([...place.otherUserIds, ownId]).join(',')
    const huddles = addTo(
      unread.huddles,
      (group) => group.user_ids_string === key,
      id,
      () => ({ user_ids_string: key, unread_message_ids: [] }),
    )
    return { ...unread, mentions, huddles }
  }
  const other = place.otherUserIds[0] ?? ownId
  const pms = addTo(
    unread.pms,
    (group) => group.other_user_id === other,
    id,
    () => ({ other_user_id: other, sender_id: other, unread_message_ids: [] }),
  )
  return { ...unread, mentions, pms }
}

interface Group {
  readonly unread_message_ids: number[]
}

function addTo<G extends Group>(
  groups: readonly G[],
  isPlace: (group: G) => boolean,
  id: number,
  make: () => G,
): G[] {
  const found = groups.some(isPlace)
  return (found ? groups : [...groups, make()]).map((group) =>
    isPlace(group) ? { ...group, unread_message_ids: ascending([...group.unread_message_ids, id]) } : group,
  )
}

/** Removes messages from the unread messages of all conversations. */
export function removeUnread(unread: Unread, ids: ReadonlySet<number>): Unread {
  const strip = <G extends Group>(groups: readonly G[]): G[] =>
    groups.flatMap((group) => {
      const rest = group.unread_message_ids.filter((id) => !ids.has(id))
      return rest.length === 0 ? [] : [{ ...group, unread_message_ids: rest }]
    })
  return {
    ...unread,
    streams: strip(unread.streams),
    pms: strip(unread.pms),
    huddles: strip(unread.huddles),
    mentions: unread.mentions.filter((id) => !ids.has(id)),
  }
}
