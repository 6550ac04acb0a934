import type { Payload } from '@tagma/contract/define.ts'
import type { draftsAddEvent, draftsRemoveEvent, draftsUpdateEvent } from '@tagma/contract/events/drafts.ts'
import type { State } from './state.ts'

type DraftEvent =
  | Payload<typeof draftsAddEvent>
  | Payload<typeof draftsUpdateEvent>
  | Payload<typeof draftsRemoveEvent>

/** Takes in drafts saved, edited and deleted; the last edited one comes first. */
export function applyDrafts(state: State, event: DraftEvent): State {
  if (!state.drafts) return state
  const fresh = event.op === 'add' ? event.drafts : event.op === 'update' ? [event.draft] : []
  const replaced = new Set(event.op === 'remove' ? [event.draft_id] : fresh.map((draft) => draft.id))
  return {
    ...state,
    drafts: [...state.drafts.filter((draft) => !replaced.has(draft.id)), ...fresh].toSorted(
      (a, b) => b.timestamp - a.timestamp || b.id - a.id,
    ),
  }
}
