import type { MessageRow } from '#model/message-parts.ts'
import { badRequest } from '#model/refusal.ts'
import type { SearchSide } from '#store/search/search-index.ts'
import type { Selection } from './search/search-messages.ts'

// A message can have 10,000 letters that become 200,000 of HTML, and an answer 5,000 messages. Together that is a
// gigabyte, which would lie in memory until its reader has taken it. So rows are read in portions, until there is
// enough for an answer.

/** Letters of messages to read for one side of an answer. 5,000 messages of everyday length have fewer. */
const mostLetters = 5_000_000
/** Rows of a portion: most calls need one. */
const portion = 250

const lettersOf = ({ content, rendered, edit_history }: MessageRow) =>
  content.length + rendered.length + (edit_history?.length ?? 0)

/**
 * Reads the nearest rows of a side, and tells whether there are more than fit into an answer. Reads at least one if
 * there is one.
 */
export async function readSide(
  selection: Selection,
  side: SearchSide,
): Promise<{ rows: MessageRow[]; isCut: boolean }> {
  const rows: MessageRow[] = []
  let letters = 0
  let next = side
  while (rows.length < side.limit) {
    const limit = Math.min(side.limit - rows.length, portion)
    const read = await selection.beside({ ...next, limit })
    for (const row of read) {
      letters += lettersOf(row)
      if (letters > mostLetters && rows.length > 0) return { rows, isCut: true }
      rows.push(row)
    }
    const last = read.at(-1)
    if (!last || read.length < limit) break
    next = { ...side, id: last.id, inclusive: false }
  }
  return { rows, isCut: false }
}

/** Reads the rows of these ids, in their order. Refuses more than fits into one answer. */
export async function readAmong(selection: Selection, ids: readonly number[]): Promise<MessageRow[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  const rows: MessageRow[] = []
  let letters = 0
  for (let start = 0; start < wanted.length; start += portion) {
    for (const row of await selection.among(wanted.slice(start, start + portion))) {
      letters += lettersOf(row)
      rows.push(row)
    }
    if (letters > 2 * mostLetters)
      throw badRequest('These messages are too long for one answer. Ask for fewer of them.')
  }
  return rows
}
