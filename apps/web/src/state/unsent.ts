import { holdsSound } from '#outbox/recordings.ts'
import type { Known } from './known.ts'

/** Numbers of what the server does not have yet. */
export interface Unsent {
  readonly messages: number
  readonly drafts: number
  readonly files: number
  readonly recordings: number
}

/** Counts what would be lost with this device's copy. */
export function unsentOf({
  outbox,
  drafts,
  uploads,
  recordings,
}: Pick<Known, 'outbox' | 'drafts' | 'uploads' | 'recordings'>): Unsent {
  const files = [...uploads.values()].flat()
  return {
    messages: outbox.filter(({ state }) => state.kind !== 'sent').length,
    drafts: [...drafts.values()].filter(({ content, synced }) => content !== '' && content !== synced).length,
    // Recordings are nowhere else, so they count when they are refused, too.
    files: files.filter(({ reason, isMessage }) => reason === undefined && !isMessage).length,
    recordings:
      files.filter(({ isMessage }) => isMessage).length + [...recordings.values()].filter(holdsSound).length,
  }
}

export const isNothing = ({ messages, drafts, files, recordings }: Unsent): boolean =>
  messages + drafts + files + recordings === 0
