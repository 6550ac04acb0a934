import type { Payload } from '@tagma/contract/define.ts'
import type { alertWordsEvent } from '@tagma/contract/events/alert-words.ts'
import type { State } from './state.ts'

/** Replaces the user's alert words. */
export function applyAlertWords(state: State, { alert_words }: Payload<typeof alertWordsEvent>): State {
  return state.alert_words ? { ...state, alert_words } : state
}
