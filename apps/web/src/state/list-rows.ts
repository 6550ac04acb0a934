import { type Conversation, isResolved, newestFirst } from './conversations.ts'
import type { ListPlace } from './place.ts'

export const filters = [
  'all',
  'unread',
  'mine',
  'unresolved',
  'followed',
  'direct',
  'resolved',
  'muted',
] as const
export type Filter = (typeof filters)[number]

/** The filters of lists: those that stand above it, and those behind a button. */
export const filtersOf: Readonly<
  Record<ListPlace['kind'], { readonly first: readonly Filter[]; readonly more: readonly Filter[] }>
> = {
  inbox: { first: ['all', 'followed', 'unresolved'], more: [] },
  recent: { first: ['all', 'unread', 'mine', 'unresolved'], more: ['followed', 'direct'] },
  direct: { first: ['all', 'unread'], more: [] },
  channel: { first: ['all', 'unread', 'mine', 'unresolved'], more: ['followed', 'resolved', 'muted'] },
}

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
  /** Id of the reader, for the filter `mine`. */
  readonly ownId?: number
  /** Whether recent conversations have muted ones, too. */
  readonly hasMuted?: boolean
  /** Whether the newest message of a conversation is less than a day old. Without it, none is. */
  readonly isFresh?: (conversation: Conversation) => boolean
}

/** Returns the conversations that a place lists, in sections. */
export function listSections(
  conversations: readonly Conversation[],
  place: ListPlace,
  { filter, channelOrder, staying, ownId, hasMuted, isFresh = () => false }: Options,
): readonly ListSection[] {
  const all =
    filter === 'all'
      ? conversations
      : conversations.filter((conversation) => matches(conversation, filter, ownId))
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
      // Whoever asks for these has them open.
      if (filter === 'resolved' || filter === 'muted') return filled([{ kind: 'all', rows: own }])
      // A resolved topic sinks after a day: until then, people come back to it.
      const sinks = (row: Conversation) => isResolved(row) && !isFresh(row)
      return filled([
        { kind: 'all', rows: own.filter((row) => !sinks(row) && !row.isMuted) },
        { kind: 'resolved', rows: own.filter((row) => sinks(row) && !row.isMuted) },
        { kind: 'muted', rows: own.filter(({ isMuted }) => isMuted) },
      ])
    }
    case 'recent':
      return filled([
        { kind: 'all', rows: all.filter(({ isMuted }) => hasMuted || !isMuted).toSorted(newestFirst) },
      ])
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

function matches(conversation: Conversation, filter: Filter, ownId = -1): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'unread':
      return conversation.unread > 0
    case 'followed':
      return conversation.isFollowed
    case 'unresolved':
      return !isResolved(conversation)
    case 'mine':
      return conversation.userIds !== undefined || conversation.writers.includes(ownId)
    case 'direct':
      return conversation.userIds !== undefined
    case 'resolved':
      return isResolved(conversation)
    case 'muted':
      return conversation.isMuted
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
