import { onlyResolves } from '@tagma/rules/topics.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { HistoryEntry } from '#model/history-entry.ts'
import type { MessageRow } from '#model/message-parts.ts'

/** A change of a whole topic. It concerns all messages up to `through` that were in the conversation then. */
export interface TopicMove extends HistoryEntry {
  readonly through: number
}

type Historical = Pick<MessageRow, 'id' | 'edit_history' | 'moves' | 'moves_taken'>

let lastParsed: { readonly text: string; readonly moves: readonly TopicMove[] } | undefined

/** Parses a topic's moves. Remembers the last result: its messages mostly come one after another. */
export function parseMoves(text: string | null): readonly TopicMove[] {
  if (text === null) return []
  if (lastParsed?.text !== text) lastParsed = { text, moves: JSON.parse(text) as TopicMove[] }
  return lastParsed.moves
}

/** All changes of a message, newest first: its own, and those of its conversation that included it. */
export function historyOf(row: Historical): HistoryEntry[] {
  if (row.edit_history === null && row.moves === null) return []
  const own = row.edit_history === null ? [] : (JSON.parse(row.edit_history) as HistoryEntry[])
  return [...movesOf(row), ...own].toSorted((a, b) => b.timestamp - a.timestamp)
}

/** Changes of a message that the organization lets people see, newest first. */
export function visibleHistory({ organization }: OrganizationDirectory, row: Historical): HistoryEntry[] {
  const { allow_edit_history, message_edit_history_visibility_policy: policy } = organization.settings
  if (!allow_edit_history || policy === 'none') return []
  const history = historyOf(row)
  if (policy === 'all') return history
  return history.flatMap(({ prev_content: _content, prev_rendered_content: _rendered, ...entry }) =>
    entry.prev_topic === undefined && entry.prev_stream === undefined ? [] : [entry],
  )
}

/** Changes of a message's conversation that included the message, newest first. */
export function movesOf({ id, moves, moves_taken }: Omit<Historical, 'edit_history'>): HistoryEntry[] {
  return parseMoves(moves)
    .slice(moves_taken)
    .filter(({ through }) => id <= through)
    .map(({ through: _through, ...entry }) => entry)
    .toReversed()
}

/** Tells whether a change moved the message: resolving a topic, or its opposite, does not. */
const isMove = ({ prev_stream, prev_topic, topic }: HistoryEntry): boolean =>
  prev_stream !== undefined ||
  (prev_topic !== undefined && topic !== undefined && !onlyResolves(prev_topic, topic))

/** UNIX seconds of the last move of a message to another topic or channel; null if it never moved. */
export function lastMoved(row: Historical & Pick<MessageRow, 'moved_at'>): number | null {
  if (row.moved_at === null && row.moves === null) return null
  return historyOf(row).find(isMove)?.timestamp ?? null
}
