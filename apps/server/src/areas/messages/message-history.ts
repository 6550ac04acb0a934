import type { editHistoryEntry } from '@tagma/contract/objects/message.ts'
import type * as z from 'zod'
import type { MessageRow } from '#store/messages.ts'

/** One change of a message, as the API gives it. */
export type HistoryEntry = z.output<typeof editHistoryEntry>

/** A change of a whole topic: it happened to all messages up to `through` that were in the conversation then. */
export interface TopicMove extends HistoryEntry {
  readonly through: number
}

type Historical = Pick<MessageRow, 'id' | 'edit_history' | 'moves' | 'moves_taken'>

export const parseMoves = (moves: string | null): TopicMove[] =>
  moves === null ? [] : (JSON.parse(moves) as TopicMove[])

/** The changes of a message, newest first: its own, and those of its conversation that it took part in. */
export function historyOf(row: Historical): HistoryEntry[] {
  if (row.edit_history === null && row.moves === null) return []
  const own = row.edit_history === null ? [] : (JSON.parse(row.edit_history) as HistoryEntry[])
  return [...movesOf(row), ...own].toSorted((a, b) => b.timestamp - a.timestamp)
}

/** The changes of a message's conversation that it took part in, newest first. */
export function movesOf({ id, moves, moves_taken }: Omit<Historical, 'edit_history'>): HistoryEntry[] {
  return parseMoves(moves)
    .slice(moves_taken)
    .filter(({ through }) => id <= through)
    .map(({ through: _through, ...entry }) => entry)
    .toReversed()
}

/** UNIX seconds at which a message last came to another topic or channel; null for never. */
export function lastMoved(row: Historical & Pick<MessageRow, 'moved_at'>): number | null {
  if (row.moves === null) return row.moved_at
  return movesOf(row)[0]?.timestamp ?? row.moved_at
}
