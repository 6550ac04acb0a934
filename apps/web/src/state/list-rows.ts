import { type Conversation, isResolved, newestFirst } from './conversations.ts'
import type { ListPlace } from './place.ts'

/** The filters of a list. */
export const filters = ['all', 'unread', 'followed', 'unresolved'] as const
export type Filter = (typeof filters)[number]

/** A part of a list with a heading, or without one. */
export interface ListSection {
  readonly kind: 'all' | 'direct' | 'channel' | 'muted' | 'resolved'
  /** For `channel`. */
  readonly channelId?: number
  readonly rows: readonly Conversation[]
}

interface Options {
  readonly filter: Filter
  /** Channels in the order of places: the inbox shows theirs in this order. */
  readonly channelOrder: readonly number[]
  /** Keys of rows that stay although they were read: those that had unread messages when the place was opened. */
  readonly staying: ReadonlySet<string>
}

/** Returns the conversations that a place lists, in sections. */
export function listSections(
  conversations: readonly Conversation[],
  place: ListPlace,
  { filter, channelOrder, staying }: Options,
): readonly ListSection[] {
  const all =
    filter === 'all' ? conversations : conversations.filter((conversation) => matches(conversation, filter))
  switch (place.kind) {
    case 'inbox':
      return inbox(
        all.filter(({ key, unread }) => unread > 0 || staying.has(key)),
        channelOrder,
      )
    case 'direct':
      return filled([
        { kind: 'all', rows: all.filter(({ userIds }) => userIds !== undefined).toSorted(newestFirst) },
      ])
    case 'channel': {
      const own = all.filter(({ channelId }) => channelId === place.channelId).toSorted(newestFirst)
      return filled([
        { kind: 'all', rows: own.filter((row) => !isResolved(row) && !row.isMuted) },
        { kind: 'resolved', rows: own.filter((row) => isResolved(row) && !row.isMuted) },
        { kind: 'muted', rows: own.filter(({ isMuted }) => isMuted) },
      ])
    }
    case 'recent':
      return filled([{ kind: 'all', rows: all.filter(({ isMuted }) => !isMuted).toSorted(newestFirst) }])
  }
}

/** Direct messages first, then topics by channel, then what is muted. */
function inbox(rows: readonly Conversation[], channelOrder: readonly number[]): readonly ListSection[] {
  const inOrder = rows.toSorted(newestFirst)
  const byChannel = Map.groupBy(
    inOrder.filter(({ isMuted }) => !isMuted),
    ({ channelId }) => channelId,
  )
  return filled([
    { kind: 'direct', rows: byChannel.get(undefined) ?? [] },
    ...channelOrder.map((id): ListSection => ({
      kind: 'channel',
      channelId: id,
      rows: byChannel.get(id) ?? [],
    })),
    { kind: 'muted', rows: inOrder.filter(({ isMuted }) => isMuted) },
  ])
}

const filled = (sections: readonly ListSection[]) => sections.filter(({ rows }) => rows.length > 0)

function matches(conversation: Conversation, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'unread':
      return conversation.unread > 0
    case 'followed':
      return conversation.isFollowed
    case 'unresolved':
      return !isResolved(conversation)
  }
}

/** Returns the first rows of sections, and the sections that hold them. */
export function firstRows(sections: readonly ListSection[], count: number): readonly ListSection[] {
  let left = count
  return sections.flatMap((section) => {
    if (left <= 0) return []
    const shown = section.rows.length > left ? { ...section, rows: section.rows.slice(0, left) } : section
    left -= section.rows.length
    return [shown]
  })
}
