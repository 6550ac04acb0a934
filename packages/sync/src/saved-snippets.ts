import type { Payload } from '@tagma/contract/define.ts'
import type {
  savedSnippetsAddEvent,
  savedSnippetsRemoveEvent,
  savedSnippetsUpdateEvent,
} from '@tagma/contract/events/saved-snippets.ts'
import type { State } from './state.ts'

type SnippetEvent =
  | Payload<typeof savedSnippetsAddEvent>
  | Payload<typeof savedSnippetsUpdateEvent>
  | Payload<typeof savedSnippetsRemoveEvent>

/** Takes in snippets saved, changed and deleted. */
export function applySavedSnippets(state: State, event: SnippetEvent): State {
  if (!state.saved_snippets) return state
  const id = event.op === 'remove' ? event.saved_snippet_id : event.saved_snippet.id
  const rest = state.saved_snippets.filter((snippet) => snippet.id !== id)
  const saved_snippets =
    event.op === 'remove' ? rest : [...rest, event.saved_snippet].toSorted((a, b) => a.id - b.id)
  return { ...state, saved_snippets }
}
