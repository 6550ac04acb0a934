import type { editHistoryEntry } from '@tagma/contract/objects/message.ts'
import type * as z from 'zod'

/** One change of a message, as the API gives it. */
export type HistoryEntry = z.output<typeof editHistoryEntry>

/** Most letters of former contents that a message keeps. They are read with every read of the message. */
const mostHistory = 1_000_000

/** Limits a message's changes (newest first) in length, by leaving out the oldest. */
export function keptHistory(entries: readonly HistoryEntry[]): HistoryEntry[] {
  let letters = 0
  return entries.filter(({ prev_content = '', prev_rendered_content = '' }, index) => {
    letters += prev_content.length + prev_rendered_content.length
    return index === 0 || letters <= mostHistory
  })
}
