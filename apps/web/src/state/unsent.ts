import type { Known } from './known.ts'

/** Numbers of what the server does not have yet. */
export interface Unsent {
  readonly messages: number
  readonly drafts: number
  readonly files: number
}

/** Counts what would be lost with this device's copy. */
export function unsentOf({ outbox, drafts, uploads }: Pick<Known, 'outbox' | 'drafts' | 'uploads'>): Unsent {
  return {
    messages: outbox.filter(({ state }) => state.kind !== 'sent').length,
    drafts: [...drafts.values()].filter(({ content, synced }) => content !== '' && content !== synced).length,
    files: [...uploads.values()].flat().filter(({ reason }) => reason === undefined).length,
  }
}

export const isNothing = ({ messages, drafts, files }: Unsent): boolean => messages + drafts + files === 0
